import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buy, pay, postSandbox } from '../../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { explainMyAccess } from '../../../access/contract.ts'
import { refundPayment } from '../../../admin/contract.ts'
import { giveCourse } from '../../../learners/contract.ts'
import { createOrder, listMyPayments, refundMyPayment, verifyPayment } from '../../contract.ts'
import { reconcileDisputes } from '../settling/reconcile-disputes.ts'
import { reconcileOrders } from '../settling/reconcile-orders.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  admin = await makeAdmin(server.db)
})
afterAll(() => server.close())

async function give(learner: Person, course: { id: string }): Promise<void> {
  await server.as(admin)(giveCourse, {
    params: { id: learner.id },
    body: { course_id: course.id, reason: 'For helping us' },
  })
}

async function owns(learner: Person, course: { id: string }): Promise<boolean> {
  return (await server.as(learner)(explainMyAccess, { params: { course_id: course.id } })).owned
}

async function newestPayment(learner: Person): Promise<{ payment_id: string }> {
  const [payment] = await server.as(learner)(listMyPayments, {})
  return { payment_id: payment!.id }
}

/** What the learner, or the academy, was mailed of a refund. */
async function mailOf(
  { razorpay_payment_id }: { razorpay_payment_id: string },
  to: 'learner' | 'academy',
): Promise<string | undefined> {
  const { rows } = await server.db.execute<{ text: string }>(
    sql`select text from mails where cause = ${`refund:${razorpay_payment_id}:${to}`}`,
  )
  return rows[0]?.text
}

/** Until the provider was asked about it: at this moment the notice of another payment may be followed up. */
async function letTimePass(payment: { razorpay_payment_id: string }): Promise<void> {
  await vi.waitFor(async () => {
    await server.db.execute(
      sql`update orders set next_check_at = now() where next_check_at is not null`,
    )
    await reconcileOrders(server.checkout)
    expect(await mailOf(payment, 'academy')).toBeDefined()
  })
}

async function loseDispute(paid: { razorpay_payment_id: string }): Promise<void> {
  const path = `payments/${paid.razorpay_payment_id}/dispute`
  await postSandbox(server, path, { phase: 'lost', webhook: 'never' })
  await reconcileDisputes(server.checkout)
}

const ways: Record<string, (learner: Person, course: { id: string }) => Promise<unknown>> = {
  'was given as a gift': give,
  'was had for nothing': async (learner, course) => {
    const { code: coupon } = await makeCoupon(server.db, { percentOff: 100 })
    await server.as(learner)(createOrder, { body: { course_id: course.id, coupon } })
  },
}

for (const [words, open] of Object.entries(ways)) {
  test(`who paid late for a course that ${words} meanwhile is not told of a second payment, nor is the academy`, async () => {
    const learner = await makeLearner(server.db)
    const course = await makeCourse(server.db)
    const body = { course_id: course.id }
    const { order_id } = await server.as(learner)(createOrder, { body })
    await open(learner, course)
    const paid = await pay(server, order_id)

    await letTimePass(paid)

    expect(await owns(learner, course)).toBe(true)
    const mail = await mailOf(paid, 'learner')
    expect(mail).toMatch(/You keep the course/)
    expect(mail).not.toMatch(/more than once/)
    expect(await mailOf(paid, 'academy')).toContain('The learner has this course already.')
  })
}

test('who did pay a second time is told so; the academy too, also once the first has gone back', async () => {
  const [keeps, returns] = [await makeLearner(server.db), await makeLearner(server.db)]
  const course = await makeCourse(server.db)
  const payAgain = async (first: { razorpay_order_id: string }) => {
    const path = `orders/${first.razorpay_order_id}/pay`
    const again = { webhook: 'never', second: true }
    const second = await postSandbox<{ razorpay_payment_id: string }>(server, path, again)
    await letTimePass(second)
    return [await mailOf(second, 'learner'), await mailOf(second, 'academy')]
  }

  const kept = await payAgain(await buy(server, keeps, course))
  const first = await buy(server, returns, course)
  await server.as(returns)(refundMyPayment, { params: await newestPayment(returns) })
  const returned = await payAgain(first)

  expect(kept[0]).toMatch(/You paid for .+ more than once/)
  expect(returned[0]).toMatch(/It did not open the course/)
  for (const [, academy] of [kept, returned]) {
    expect(academy).toContain('The order had been paid already.')
  }
})

test('a refund of a course that was given besides says to staff and learner that it is kept', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const paid = await buy(server, learner, course)
  await give(learner, course)

  const params = await newestPayment(learner)
  const { message } = await server.as(admin)(refundPayment, { params })

  expect(await owns(learner, course)).toBe(true)
  expect(message).toBe(
    `The refund is on its way. The learner keeps ${course.title}, also without this payment.`,
  )
  const mail = await mailOf(paid, 'learner')
  expect(mail).toMatch(/You keep the course/)
  expect(mail).not.toMatch(/more than once/)
})

test('a refund of a bundle says to staff and learner which of its courses is kept', async () => {
  const learner = await makeLearner(server.db)
  const given = await makeCourse(server.db, { title: 'Sound' })
  const other = await makeCourse(server.db, { title: 'Light' })
  const bundle_id = await makeBundle(server.db, [given.id, other.id])
  const { order_id } = await server.as(learner)(createOrder, { body: { bundle_id } })
  const paid = await pay(server, order_id)
  await server.as(learner)(verifyPayment, { body: paid })
  await give(learner, given)

  const params = await newestPayment(learner)
  const { message } = await server.as(admin)(refundPayment, { params })

  expect([await owns(learner, given), await owns(learner, other)]).toEqual([true, false])
  expect(message).toContain('The learner keeps Sound, also')
  const mail = await mailOf(paid, 'learner')
  expect(mail).toContain('Of its courses you keep Sound.')
  expect(mail).not.toMatch(/no longer have access/)
})

test('a refund of what nothing else opens says that it is closed', async () => {
  const learner = await makeLearner(server.db)
  const paid = await buy(server, learner, await makeCourse(server.db))

  const params = await newestPayment(learner)
  const { message } = await server.as(admin)(refundPayment, { params })

  expect(message).toMatch(/no longer has access to the course/)
  expect(await mailOf(paid, 'learner')).toMatch(/no longer have access/)
})

test('who keeps a course by a gift is told that their bank took the payment, not that it is given back', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const paid = await buy(server, learner, course)
  await give(learner, course)

  await loseDispute(paid)

  expect(await owns(learner, course)).toBe(true)
  const mail = await mailOf(paid, 'learner')
  expect(mail).toMatch(/Your bank reversed your payment for .+ You keep the course/)
  expect(mail).not.toMatch(/refunding/)
})
