import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buy,
  clearFaults,
  eventually,
  listSandbox,
  pay,
  paymentStatuses,
  postSandbox,
} from '../../../../../tests/support/buy.ts'
import {
  grantCourse,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { getCourse } from '../../../catalogue/contract.ts'
import { createOrder, getReceipt, listMyPayments, verifyPayment } from '../../contract.ts'
import { reconcileOrders } from '../settling/reconcile-orders.ts'

let server: TestServer
let learner: Person
let course: { id: string; title: string }

beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

async function newPair(): Promise<void> {
  learner = await makeLearner(server.db)
  course = await makeCourse(server.db)
}

async function isOpen(): Promise<boolean> {
  const answer = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  return answer.owned
}

/** As if the waiting times of the reconciler were over. */
async function letTimePass(): Promise<void> {
  await server.db.execute(
    sql`update orders set next_check_at = now() - interval '1 second' where next_check_at is not null`,
  )
  await server.db.execute(
    sql`update refunds set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`,
  )
  await reconcileOrders(server.checkout)
}

async function mailsTo(address: string): Promise<string[]> {
  const { rows } = await server.db.execute<{ subject: string }>(
    sql`select subject from mails where recipient = ${address} order by queued_at`,
  )
  return rows.map((row) => row.subject)
}

describe('buying a course', () => {
  test('a learner pays and has the course, one mail and a numbered receipt', async () => {
    await newPair()

    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, order.order_id, { method: 'card' })
    const verified = await server.as(learner)(verifyPayment, { body: paid })

    expect(order).toMatchObject({
      amount: 499_900,
      currency: 'INR',
      course_title: course.title,
      user_email: learner.email,
    })
    expect(verified).toEqual({ status: 'success', course_id: course.id })
    expect(await isOpen()).toBe(true)
    const [payment] = await server.as(learner)(listMyPayments, {})
    expect(payment).toMatchObject({
      amount: 4999,
      status: 'completed',
      razorpay_payment_id: paid.razorpay_payment_id,
      can_refund: true,
    })
    expect(payment?.receipt_number).toMatch(/^KA\/\d{4}\/\d{5}$/)
    expect(await mailsTo(learner.email)).toEqual([`Your receipt for ${course.title}`])
    const receipt = await server.as(learner)(getReceipt, { params: { payment_id: payment!.id } })
    expect(Buffer.from(receipt.pdf_data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('verifying again, and ten times at once, changes nothing more', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, order.order_id, { webhook: 'twice' })

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.as(learner)(verifyPayment, { body: paid })),
    )

    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['success']))
    expect(await mailsTo(learner.email)).toHaveLength(1)
    expect(await paymentStatuses(server, learner)).toEqual(['completed'])
  })

  test('an open order is handed out again instead of a second one', async () => {
    await newPair()
    const ask = () => server.as(learner)(createOrder, { body: { course_id: course.id } })

    const orders = await Promise.all([ask(), ask(), ask()])
    const again = await ask()

    expect(new Set([...orders, again].map((order) => order.order_id)).size).toBe(1)
  })

  test('a changed price makes a new order; the old one keeps its price', async () => {
    await newPair()
    const before = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    await server.db.execute(sql`update courses set price_in_paise = 99900 where id = ${course.id}`)

    const after = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, before.order_id)
    const verified = await server.as(learner)(verifyPayment, { body: paid })

    expect([before.amount, after.amount]).toEqual([499_900, 99_900])
    expect(verified.status).toBe('success')
  })

  test('an owned course, an unknown and a hidden one cannot be ordered', async () => {
    await newPair()
    const hidden = await makeCourse(server.db)
    await server.db.execute(sql`update courses set hidden_at = now() where id = ${hidden.id}`)
    await grantCourse(server.db, learner, course)
    const ask = (id: string) => server.as(learner)(createOrder, { body: { course_id: id } })

    await expect(ask(course.id)).rejects.toMatchObject({
      status: 409,
      code: 'course_already_owned',
    })
    await expect(ask('no-such-course')).rejects.toMatchObject({ status: 404 })
    await expect(ask(hidden.id)).rejects.toMatchObject({ status: 404 })
  })

  test('a course deleted while its checkout was open is still the learner’s', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    await server.db.execute(sql`update courses set hidden_at = now() where id = ${course.id}`)

    const paid = await pay(server, order.order_id)
    const verified = await server.as(learner)(verifyPayment, { body: paid })

    expect(verified.status).toBe('success')
    expect(await isOpen()).toBe(true)
  })
})

describe('what is no proof of payment', () => {
  test('a wrong signature, another’s order, and another amount change nothing', async () => {
    await newPair()
    const stranger = await makeLearner(server.db)
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, order.order_id, { amount: 100 })
    const verify = (who: Person, body: typeof paid) => server.as(who)(verifyPayment, { body })

    const wrong = { ...paid, razorpay_signature: '0'.repeat(64) }
    await expect(verify(learner, wrong)).rejects.toMatchObject({
      status: 400,
      code: 'signature_wrong',
    })
    await expect(verify(learner, { ...paid, razorpay_signature: 'zz' })).rejects.toMatchObject({
      status: 400,
    })
    await expect(verify(stranger, paid)).rejects.toMatchObject({
      status: 400,
      code: 'payment_mismatch',
    })
    await expect(verify(learner, paid)).rejects.toMatchObject({
      status: 400,
      code: 'payment_mismatch',
    })

    expect(await paymentStatuses(server, learner)).toEqual(['pending'])
    expect(await isOpen()).toBe(false)
  })

  test('a visitor is asked to log in, bad input is named', async () => {
    await expect(server.visitor(createOrder, { body: { course_id: 'x' } })).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      server.as(await makeLearner(server.db))(createOrder, { body: { course_id: '' } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path: 'course_id' }] })
  })
})

describe('when the browser, the webhook or the provider fails', () => {
  test('a learner who closes the browser right after paying still gets the course', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    await pay(server, order.order_id, { webhook: 'never' })

    await letTimePass()

    expect(await isOpen()).toBe(true)
    expect(await mailsTo(learner.email)).toHaveLength(1)
  })

  test('the webhook alone opens the course, also when it comes twice or reordered', async () => {
    for (const webhook of ['now', 'twice', 'reordered', 'late'] as const) {
      await newPair()
      const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
      await pay(server, order.order_id, { webhook })
      await eventually(isOpen, Boolean)
      expect(await mailsTo(learner.email)).toHaveLength(1)
    }
  })

  test('a bank that agrees only after a failure opens the course', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const failed = await pay(server, order.order_id, { outcome: 'failed' })
    await letTimePass()
    expect(await paymentStatuses(server, learner)).toEqual(['failed'])

    await postSandbox(server, 'faults', { drop_webhooks: true })
    await postSandbox(server, `payments/${failed.razorpay_payment_id}/authorize`)
    await clearFaults(server)
    await letTimePass()

    expect(await paymentStatuses(server, learner)).toEqual(['completed'])
    expect(await isOpen()).toBe(true)
  })

  test('an authorised payment is captured, once', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, order.order_id, { outcome: 'authorized' })

    const answers = await Promise.all([
      server.as(learner)(verifyPayment, { body: paid }),
      server.as(learner)(verifyPayment, { body: paid }),
    ])

    expect(answers.map((answer) => answer.status)).toEqual(['success', 'success'])
  })

  test('a provider that is away is no answer, and the course opens later', async () => {
    await newPair()
    const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const paid = await pay(server, order.order_id)
    await postSandbox(server, 'faults', { path: '/v1/payments', status: 503, times: 1 })

    const verified = server.as(learner)(verifyPayment, { body: paid })
    await expect(verified).rejects.toMatchObject({ status: 503, code: 'provider_unavailable' })
    await clearFaults(server)
    await letTimePass()

    expect(await isOpen()).toBe(true)
  })

  test("the receipt's mail carries the course's cover", async () => {
    learner = await makeLearner(server.db)
    course = await makeCourse(server.db, { thumbnail: 'https://pictures.test/reels.jpg' })

    await buy(server, learner, course)

    const [mail] = await readOutbox(server, learner.email)
    expect(mail?.html).toContain('<img src="https://pictures.test/reels.jpg" alt="Cover of ')
  })

  test('an order whose answer was lost is found again by its receipt', async () => {
    await newPair()
    await postSandbox(server, 'faults', { path: '/v1/orders', lose_answer: true, times: 1 })
    const ask = () => server.as(learner)(createOrder, { body: { course_id: course.id } })
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'provider_unavailable' })
    await clearFaults(server)
    await server.db.execute(
      sql`update orders set created_at = created_at - interval '2 seconds' where learner_id = ${learner.id}`,
    )

    const order = await ask()

    const orders = await listSandbox<{ id: string; notes: { course_id?: string } }>(
      server,
      'orders',
    )
    const ours = orders.filter((candidate) => candidate.notes.course_id === course.id)
    expect(ours.map((candidate) => candidate.id)).toEqual([order.order_id])
  })
})

describe('paid twice', () => {
  test('two captured payments for one course: one course, the second refunded and shown so', async () => {
    await newPair()
    const first = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    await server.db.execute(sql`update courses set price_in_paise = 249900 where id = ${course.id}`)
    const second = await server.as(learner)(createOrder, { body: { course_id: course.id } })
    const [paidFirst, paidSecond] = [
      await pay(server, first.order_id),
      await pay(server, second.order_id),
    ]

    const answers = await Promise.all([
      server.as(learner)(verifyPayment, { body: paidFirst }),
      server.as(learner)(verifyPayment, { body: paidSecond }),
    ])
    await letTimePass()
    await letTimePass()

    expect(answers.map((answer) => answer.status).sort()).toEqual(['refunded', 'success'])
    expect((await paymentStatuses(server, learner)).sort()).toEqual(['completed', 'refunded'])
    expect(await isOpen()).toBe(true)
    const refunds = await listSandbox<{ payment_id: string }>(server, 'refunds')
    const ours = refunds.filter((refund) =>
      [paidFirst, paidSecond].some((paid) => paid.razorpay_payment_id === refund.payment_id),
    )
    expect(ours).toHaveLength(1)
  })

  test('receipt numbers have no gaps, also when many learners pay at once', async () => {
    await newPair()
    const learners = await Promise.all(Array.from({ length: 8 }, () => makeLearner(server.db)))

    await Promise.all(learners.map((person) => buy(server, person, course)))

    const { rows } = await server.db.execute<{ number: number }>(
      sql`select number from receipts order by number`,
    )
    expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1))
  })
})
