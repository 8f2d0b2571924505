import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, clearFaults, listSandbox, pay, postSandbox } from '../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeCoupon,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import type { RequestOf } from '../../../http/endpoint.ts'
import { explainMyAccess } from '../../access/contract.ts'
import { createOrder, listMyPayments } from '../../checkout/contract.ts'
import { getLearner } from '../../learners/contract.ts'
import { listAudit } from '../../staff/contract.ts'
import {
  checkPayment,
  closeAlarm,
  fixPaymentStatus,
  getPayment,
  listAlarms,
  listPayments,
  pagePayments,
  previewFix,
  refundPayment,
} from '../contract.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  admin = await makeAdmin(server.db)
})
afterAll(() => server.close())

async function order(): Promise<{ learner: Person; razorpayOrderId: string; courseId: string }> {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const made = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  return { learner, razorpayOrderId: made.order_id, courseId: course.id }
}

function pageOf(query: NonNullable<RequestOf<typeof pagePayments>['query']>) {
  return server.as(admin)(pagePayments, { query })
}

test('the fix first shows what it would do and why, then does it and says it in one message', async () => {
  await server.db.execute(sql`update orders set status = 'failed' where status = 'pending'`)
  const paid = await Promise.all([order(), order(), order()])
  const failed = await order()
  const untouched = await order()
  await pay(server, paid[0].razorpayOrderId)
  await pay(server, paid[1].razorpayOrderId, { outcome: 'authorized' })
  await pay(server, paid[2].razorpayOrderId)
  await pay(server, failed.razorpayOrderId, { outcome: 'failed' })

  const plan = await server.as(admin)(previewFix, {})
  const before = await server.as(untouched.learner)(listMyPayments, {})
  const fixed = await server.as(admin)(fixPaymentStatus, {})
  const again = await server.as(admin)(fixPaymentStatus, {})

  const becomes = plan.payments.map((item) => item.becomes).sort()
  expect(becomes).toEqual(['completed', 'completed', 'completed', 'failed', 'pending'])
  expect(plan.payments.every((item) => item.why.length > 10)).toBe(true)
  expect(before[0]?.status).toBe('pending')
  expect(fixed.message).toBe('Checked 5 pending payments: 3 completed, 1 failed, 1 still pending.')
  expect(again.message).toBe(
    'Checked 1 pending payment: 0 completed, 0 failed, 1 still pending. Also looked at 3 completed, 1 failed: nothing to change.',
  )
})

test('the fix shows what it does to an order that nobody paid for days', async () => {
  await server.db.execute(sql`update orders set status = 'failed' where status = 'pending'`)
  const { razorpayOrderId } = await order()
  await server.db.execute(sql`
    update orders set created_at = now() - interval '5 days' where razorpay_order_id = ${razorpayOrderId}`)

  const { payments } = await server.as(admin)(previewFix, {})
  const { message } = await server.as(admin)(fixPaymentStatus, {})

  expect(payments.filter(({ becomes }) => becomes !== 'refunded')).toMatchObject([
    { becomes: 'failed' },
  ])
  expect(message).toMatch(/1 failed/)
})

test('the fix looks at settled payments too, and says what it found', async () => {
  const refundedUnheard = await order()
  const kept = await order()
  for (const { razorpayOrderId } of [refundedUnheard, kept]) await pay(server, razorpayOrderId)
  await server.as(admin)(fixPaymentStatus, {})
  const [paid] = await server.as(refundedUnheard.learner)(listMyPayments, {})
  await postSandbox(server, `payments/${paid?.razorpay_payment_id}/refund`, { webhook: 'never' })

  const plan = await server.as(admin)(previewFix, {})
  const fixed = await server.as(admin)(fixPaymentStatus, {})

  const planned = plan.payments.find((item) => item.payment_id === paid?.id)
  expect(planned?.becomes).toBe('refunded')
  expect(fixed.message).toMatch(
    /Also looked at .*completed.*: 1 now refunded\. Asked about 1 refund/,
  )
  const [after] = await server.as(refundedUnheard.learner)(listMyPayments, {})
  expect(after?.status).toBe('refunded')
  const [other] = await server.as(kept.learner)(listMyPayments, {})
  expect(other?.status).toBe('completed')
})

test('a provider that is away is said so, and nothing changes', async () => {
  const { learner } = await order()
  await postSandbox(server, 'faults', { status: 503 })
  await expect(server.as(admin)(fixPaymentStatus, {})).rejects.toMatchObject({
    status: 503,
    code: 'provider_unavailable',
  })
  await clearFaults(server)
  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment?.status).toBe('pending')
})

test('an administrator sees what was heard of a payment, why it opened the course, and refunds it', async () => {
  const learner = await makeLearner(server.db, { name: 'Kavya Iyer' })
  const course = await makeCourse(server.db)
  const paid = await buy(server, learner, course)
  const listed = await server.as(admin)(listPayments, {})
  const row = listed.find((item) => item.user_email === learner.email)
  const params = { payment_id: row!.id }

  const before = await server.as(admin)(getPayment, { params })
  await server.as(admin)(refundPayment, { params })
  const after = await server.as(admin)(getPayment, { params })

  expect(row).toMatchObject({ user_name: 'Kavya Iyer', status: 'completed', amount: 4999 })
  expect(before.timeline.map((event) => event.text)).toEqual([
    'The order was made.',
    'Paid: the course is open.',
  ])
  expect(before.access).toMatchObject([{ change: 'grant' }])
  expect(before.access[0]?.reason).toContain(paid.razorpay_payment_id)
  expect(after.payment.status).toBe('refunded')
  expect(after.access.map((entry) => entry.change)).toEqual(['grant', 'revocation'])
  expect(after.refunds).toMatchObject([{ cause: 'administrator', amount: 4999 }])
  const refunds = await listSandbox<{ payment_id: string }>(server, 'refunds')
  expect(refunds.filter((item) => item.payment_id === paid.razorpay_payment_id)).toHaveLength(1)
  const mine = await server.as(learner)(explainMyAccess, { params: { course_id: course.id } })
  expect(mine).toMatchObject({
    owned: false,
    history: [{ change: 'grant' }, { change: 'revocation' }],
  })
})

test('payments are searched, filtered, sorted and paged by the server', async () => {
  const course = await makeCourse(server.db, { title: 'Voices of Kochi' })
  for (const name of ['Zeenat', 'Arjun', 'Meher']) {
    const learner = await makeLearner(server.db, { name })
    await buy(server, learner, course)
  }
  const sorted = await pageOf({ search: 'voices of k', sort: 'user', direction: 'asc' })
  const second = await pageOf({
    search: 'Kochi',
    sort: 'user',
    direction: 'asc',
    page: 2,
    page_size: 2,
  })
  const none = await pageOf({ search: '100%_sure' })
  const pending = await pageOf({ search: 'Kochi', status: 'pending' })

  expect(sorted.payments.map((item) => item.user_name)).toEqual(['Arjun', 'Meher', 'Zeenat'])
  expect([second.total, second.payments.map((item) => item.user_name)]).toEqual([3, ['Zeenat']])
  expect([none.total, pending.total]).toEqual([0, 0])
})

test('the link of a complaint or a difference, which names an order by our own id, finds it alone', async () => {
  const { learner } = await order()
  const [payment] = await server.as(learner)(listMyPayments, {})

  const found = await pageOf({ search: payment!.id })

  expect([found.total, found.payments.map(({ id }) => id)]).toEqual([1, [payment!.id]])
})

test('alarms are listed and can be closed', async () => {
  await server.db.execute(
    sql`insert into alarms (subject, message) values ('test', 'Look at this.')`,
  )
  const [alarm] = await server.as(admin)(listAlarms, {})
  expect(alarm?.message).toBe('Look at this.')
  await server.as(admin)(closeAlarm, { params: { id: alarm!.id } })
  expect(await server.as(admin)(listAlarms, {})).toEqual([])
})

test('all payments and the fix are for administrators only', async () => {
  const learner = await makeLearner(server.db)
  for (const call of [listPayments, pagePayments, previewFix, fixPaymentStatus, listAlarms]) {
    const input = { query: {} } as never // all of them go without
    await expect(server.visitor(call, input)).rejects.toMatchObject({ status: 401 })
    await expect(server.as(learner)(call, input)).rejects.toMatchObject({ status: 403 })
  }
})

test('the plain list has the newest thousand payments, the pages have all', async () => {
  const { courseId, learner } = await order()
  await server.db.execute(sql`
    insert into orders (id, receipt, razorpay_order_id, learner_id, course_id, course_title,
      amount_in_paise, currency, status, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'order_' || n, ${learner.id}::uuid, ${courseId},
      'One of many', 499900, 'INR', 'failed', now() - n * interval '1 minute'
    from generate_series(1, 1001) n`)

  const listed = await server.as(admin)(listPayments, {})

  const createdAt = listed.map((payment) => Date.parse(payment.created_at ?? ''))
  expect(createdAt).toHaveLength(1000)
  expect(createdAt).toEqual(createdAt.toSorted((one, other) => other - one))
  expect((await pageOf({ page_size: 1, status: 'failed' })).total).toBeGreaterThan(1000)
})

test('support that hears “I paid and cannot watch” asks Razorpay about that payment, and the course is open', async () => {
  const { learner, razorpayOrderId, courseId } = await order()
  const support = server.as(await makeStaff(server.db, 'support'))
  const [shown] = (await support(getLearner, { params: { id: learner.id } })).orders
  const params = { payment_id: shown!.id }
  const before = await support(checkPayment, { params })
  await pay(server, razorpayOrderId)

  const after = await support(checkPayment, { params })
  const again = await support(checkPayment, { params })

  expect(before).toMatchObject({ status: 'pending', message: expect.stringContaining('no money') })
  expect(after).toEqual({
    status: 'completed',
    message: 'Razorpay has the money, and what was bought is open. This is new.',
  })
  expect(again.message).toContain('Nothing has changed.')
  const access = await server.as(learner)(explainMyAccess, { params: { course_id: courseId } })
  expect(access.owned).toBe(true)
})

test('support refunds from the page of a person, sees no sums, and says why', async () => {
  const learner = await makeLearner(server.db)
  const { code } = await makeCoupon(server.db)
  const body = { course_id: (await makeCourse(server.db)).id, coupon: code }
  const { order_id: razorpayOrderId } = await server.as(learner)(createOrder, { body })
  await pay(server, razorpayOrderId, { amount: 100 })
  await pay(server, razorpayOrderId)
  const support = server.as(await makeStaff(server.db, 'support'))
  const look = async () => (await support(getLearner, { params: { id: learner.id } })).orders[0]!
  const params = { payment_id: (await look()).id }
  await support(checkPayment, { params })

  await support(refundPayment, { params, body: { reason: 'Bought the wrong course' } })

  const { timeline, ...looked } = await look()
  expect(looked).toMatchObject({ status: 'refunded', amount: null, returned: null })
  expect(timeline[0]?.text).toBe(`The order was made over … in place of … with the coupon ${code}.`)
  expect(JSON.stringify(timeline)).not.toContain('₹')
  const { entries } = await server.as(admin)(listAudit, {})
  expect(entries).toContainEqual(
    expect.objectContaining({
      act: 'POST /admin/payments/:payment_id/refund',
      subject: expect.objectContaining({ kind: 'payment', id: params.payment_id }),
      reason: 'Bought the wrong course',
    }),
  )
})

test('a payment is found by a name and a title however their accents are composed', async () => {
  const learner = await makeLearner(server.db, { name: 'José Nuñez'.normalize('NFD') })
  const course = await makeCourse(server.db, { title: 'Café Ölçü'.normalize('NFD') })
  await server.as(learner)(createOrder, { body: { course_id: course.id } })

  for (const search of ['José', 'Café Ö']) {
    for (const form of ['NFC', 'NFD']) {
      const { payments } = await pageOf({ search: search.normalize(form) })
      expect(payments.map(({ user_email }) => user_email)).toEqual([learner.email])
    }
  }
})
