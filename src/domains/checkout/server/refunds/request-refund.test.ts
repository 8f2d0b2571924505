import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { refundPayment } from '../../../admin/contract.ts'
import { getCourse } from '../../../catalogue/contract.ts'
import { getCertificate, verifyCertificate } from '../../../certificates/contract.ts'
import { getLearner } from '../../../learners/contract.ts'
import { createOrder, listMyPayments, refundMyPayment } from '../../contract.ts'
import { fetchAndSettle } from '../settling/fetch-from-provider.ts'
import { reconcileDisputes } from '../settling/reconcile-disputes.ts'
import { reconcileOrders } from '../settling/reconcile-orders.ts'
import { orders, refunds } from '../tables.ts'
import { keepGuarantees } from './keep-guarantees.ts'
import { isWithinGuarantee } from './request-refund.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

async function bought() {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const paid = await buy(server, learner, course)
  const [payment] = await server.as(learner)(listMyPayments, {})
  return { learner, course, paid, orderId: payment!.id }
}

const refund = (learner: Person, orderId: string) =>
  server.as(learner)(refundMyPayment, { params: { payment_id: orderId } })

interface StandInRefund {
  id: string
  payment_id: string
  status: string
  amount: number
}

async function refundsOf(razorpayPaymentId: string): Promise<StandInRefund[]> {
  const all = await listSandbox<StandInRefund>(server, 'refunds')
  return all.filter((item) => item.payment_id === razorpayPaymentId)
}

/** Delivers now what the provider has to tell of refunds of a payment. */
async function tellAgain(razorpayPaymentId: string): Promise<void> {
  const events = await listSandbox<{ id: string; event: string; payment_id: string }>(
    server,
    'webhooks',
  )
  for (const { id, event, payment_id } of events.toReversed()) {
    if (payment_id !== razorpayPaymentId || !event.startsWith('refund.')) continue
    await postSandbox(server, `webhooks/${id}/redeliver`)
    await eventually(
      () => listSandbox<{ id: string; delivered: boolean }>(server, 'webhooks'),
      (all) => all.some((each) => each.id === id && each.delivered),
    )
  }
}

async function letTimePass(): Promise<void> {
  await server.db.execute(
    sql`update refunds set next_attempt_at = now() - interval '1 second' where next_attempt_at is not null`,
  )
  await server.db.execute(
    sql`update orders set next_check_at = now() - interval '1 second' where next_check_at is not null`,
  )
  await reconcileOrders(server.checkout)
}

test('within the guarantee a learner gets the money back, once, and the course closes', async () => {
  const { learner, course, paid, orderId } = await bought()

  const answers = await Promise.allSettled([refund(learner, orderId), refund(learner, orderId)])
  await letTimePass()

  expect(answers.map((answer) => answer.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await refundsOf(paid.razorpay_payment_id)).toHaveLength(1)
  expect(await paymentStatuses(server, learner)).toEqual(['refunded'])
  const seen = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  expect(seen.owned).toBe(false)
  const { rows } = await server.db.execute<{ recipient: string }>(
    sql`select recipient from mails where cause like ${`refund:${paid.razorpay_payment_id}:%`} order by recipient`,
  )
  expect(rows.map((row) => row.recipient).sort()).toEqual(
    [learner.email, server.settings.brand.supportEmail].sort(),
  )
})

test('a refund withdraws the certificate of that course', async () => {
  const { learner, course, orderId } = await bought()
  await server.db.execute(sql`delete from course_progress where learner_id = ${learner.id}`)
  await server.db.execute(sql`
    insert into course_progress (learner_id, course_id, percent, completed_at)
    values (${learner.id}, ${course.id}, 100, now())`)
  const certificate = await server.as(learner)(getCertificate, { params: { course_id: course.id } })

  await refund(learner, orderId)

  const params = { certificate_id: certificate.certificate_id }
  expect((await server.visitor(verifyCertificate, { params })).revoked).toBe(true)
})

test('a refund never takes away what another grant gave', async () => {
  const { learner, course, orderId } = await bought()
  await grantCourse(server.db, learner, course)

  await refund(learner, orderId)

  const seen = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  expect(seen.owned).toBe(true)
})

test('after the guarantee, for pending ones and for other people’s payments there is none', async () => {
  const { learner, orderId } = await bought()
  const stranger = await makeLearner(server.db)
  await expect(refund(stranger, orderId)).rejects.toMatchObject({ status: 404 })

  await server.db.execute(
    sql`update orders set completed_at = now() - interval '31 days' where id = ${orderId}`,
  )

  await expect(refund(learner, orderId)).rejects.toMatchObject({
    status: 409,
    code: 'refund_window_over',
  })
})

test('who bought under a guarantee of more days than now keeps them, and fewer days of then become those of now', async () => {
  const { learner, orderId } = await bought()
  const settled = { ...server.checkout, figures: { guaranteeInDays: 60 } }
  const longer = await boughtUnder(settled)
  for (const id of [orderId, longer.orderId]) await agedBy(45, id)
  const [payment] = await server.as(longer.learner)(listMyPayments, {})

  await expect(refund(learner, orderId)).rejects.toMatchObject({ code: 'refund_window_over' })
  expect(payment?.can_refund).toBe(true)
  await refund(longer.learner, longer.orderId)

  const older = await boughtUnder({ ...server.checkout, figures: { guaranteeInDays: 7 } })
  await agedBy(20, older.orderId)
  await refund(older.learner, older.orderId)
})

test('who bought before orders kept their guarantee keeps the days of now, whatever comes later', async () => {
  const { learner, orderId } = await bought()
  await agedBy(10, orderId)
  await server.db.update(orders).set({ guaranteeInDays: null }).where(eq(orders.id, orderId))

  await keepGuarantees(server.checkout)
  await keepGuarantees({ ...server.checkout, figures: { guaranteeInDays: 7 } })

  const [order] = await server.db.select().from(orders).where(eq(orders.id, orderId))
  expect(isWithinGuarantee(order!, 7)).toBe(true)
  await refund(learner, orderId)
})

test('a refund that Razorpay took is on its way, though that of a second payment was turned down', async () => {
  const { learner, orderId } = await bought()
  await server.db.insert(refunds).values({
    id: randomUUID(),
    idempotencyKey: randomUUID(),
    orderId,
    razorpayPaymentId: 'pay_second000001',
    amountInPaise: 499_900,
    cause: 'duplicate',
    status: 'failed',
    nextAttemptAt: null,
  })

  const { message } = await refund(learner, orderId)

  expect(message).not.toMatch(/did not take/)
})

test('what is older than Razorpay gives back stays as it is, and its buyer reads what to do', async () => {
  const { learner, course, orderId } = await boughtUnder({
    ...server.checkout,
    figures: { guaranteeInDays: 365 },
  })
  const asAdmin = server.as(await makeAdmin(server.db))
  await agedBy(181, orderId)
  const [payment] = await server.as(learner)(listMyPayments, {})

  const refused = { status: 409, code: 'refund_too_old' }
  await expect(refund(learner, orderId)).rejects.toMatchObject(refused)
  await expect(asAdmin(refundPayment, { params: { payment_id: orderId } })).rejects.toMatchObject(
    refused,
  )

  expect(payment).toMatchObject({ can_refund: false, refund_by_mail: true })
  expect(await paymentStatuses(server, learner)).toEqual(['completed'])
  const seen = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  expect(seen.owned).toBe(true)
  await agedBy(179, orderId)
  await asAdmin(refundPayment, { params: { payment_id: orderId } })
  expect(await paymentStatuses(server, learner)).toEqual(['refunded'])
})

/** Bought while other days of guarantee were promised than now. */
async function boughtUnder(checkout: TestServer['checkout']) {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const { order_id } = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  await pay(server, order_id)
  const [order] = await server.db.select().from(orders).where(eq(orders.razorpayOrderId, order_id))
  await fetchAndSettle(checkout, order!, 'provider')
  return { learner, course, orderId: order!.id }
}

async function agedBy(days: number, orderId: string): Promise<void> {
  const completedAt = new Date(Date.now() - days * 86_400_000)
  await server.db.update(orders).set({ completedAt }).where(eq(orders.id, orderId))
}

test('a refund whose answer was lost is not made twice', async () => {
  const { learner, paid, orderId } = await bought()
  await postSandbox(server, 'faults', { path: '/refund', lose_answer: true, times: 1 })

  await refund(learner, orderId)
  await clearFaults(server)
  await letTimePass()

  expect(await refundsOf(paid.razorpay_payment_id)).toHaveLength(1)
  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment?.refund?.status).toBe('processed')
})

test('a provider that is away delays a refund, it does not lose it', async () => {
  const { learner, paid, orderId } = await bought()
  await postSandbox(server, 'faults', { path: '/refund', status: 503, times: 1 })

  await refund(learner, orderId)
  expect(await refundsOf(paid.razorpay_payment_id)).toHaveLength(0)
  await clearFaults(server)
  await letTimePass()

  expect(await refundsOf(paid.razorpay_payment_id)).toHaveLength(1)
})

test('a refund that fails at the bank raises an alarm and is tried again', async () => {
  const { learner, paid, orderId } = await bought()
  await postSandbox(server, 'faults', { refunds: 'failed' })
  await refund(learner, orderId)
  await letTimePass()
  const { rows } = await server.db.execute(
    sql`select 1 from alarms where subject = ${`refund ${paid.razorpay_payment_id}`} and resolved_at is null`,
  )
  expect(rows).toHaveLength(1)

  await clearFaults(server)
  await letTimePass()
  await letTimePass()

  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment?.refund?.status).toBe('processed')
  const good = (await refundsOf(paid.razorpay_payment_id)).filter(
    (item) => item.status === 'processed',
  )
  expect(good).toHaveLength(1)
})

test('a refund made at the provider’s dashboard closes the course by itself', async () => {
  const { learner, course, paid } = await bought()
  await postSandbox(server, 'faults', { drop_webhooks: true })
  await postSandbox(server, `payments/${paid.razorpay_payment_id}/refund`)
  await clearFaults(server)

  await letTimePass()

  expect(await paymentStatuses(server, learner)).toEqual(['refunded'])
  const seen = await server.as(learner)(getCourse, { params: { course_id: course.id } })
  expect(seen.owned).toBe(false)
  expect(await refundsOf(paid.razorpay_payment_id)).toHaveLength(1)
})

test('a refund made at the dashboard that fails at the bank is made again, as the course is closed', async () => {
  const { learner, paid } = await bought()
  await postSandbox(server, 'faults', { refunds: 'pending', times: 1 })
  const path = `payments/${paid.razorpay_payment_id}/refund`
  const made = await postSandbox<{ id: string }>(server, path, { webhook: 'never' })
  await letTimePass()
  expect(await paymentStatuses(server, learner)).toEqual(['refunded'])

  await postSandbox(server, `refunds/${made.id}/fail`, { webhook: 'never' })
  await letTimePass()
  await letTimePass()

  const statuses = (await refundsOf(paid.razorpay_payment_id)).map((item) => item.status)
  expect(statuses.sort()).toEqual(['failed', 'processed'])
  const [payment] = await server.as(learner)(listMyPayments, {})
  expect(payment?.refund?.status).toBe('processed')
})

test('after a part was given back at the dashboard, a refund gives back the rest', async () => {
  const { paid, learner, orderId } = await bought()
  const path = `payments/${paid.razorpay_payment_id}/refund`
  await postSandbox(server, path, { amount: 100_000, webhook: 'never' })

  await postSandbox(server, 'faults', { path: '/v1/payments/*/refund', status: 503 })
  await refund(learner, orderId)
  await tellAgain(paid.razorpay_payment_id)
  await clearFaults(server)
  await letTimePass()

  const given = (await refundsOf(paid.razorpay_payment_id)).map((item) => item.amount)
  expect(given).toEqual([399_900, 100_000])
})

test('who got a part back reads what is left, then what is on its way, then what came in all', async () => {
  const { paid, learner, orderId } = await bought()
  const path = `payments/${paid.razorpay_payment_id}/refund`
  await postSandbox(server, path, { amount: 100_000, outcome: 'processed', webhook: 'never' })
  await letTimePass()
  const [before] = await server.as(learner)(listMyPayments, {})

  await postSandbox(server, 'faults', { refunds: 'pending', times: 1 })
  await refund(learner, orderId)
  const [onItsWay] = await server.as(learner)(listMyPayments, {})
  const { id } = (await refundsOf(paid.razorpay_payment_id)).find(
    ({ amount }) => amount === 399_900,
  )!
  await postSandbox(server, `refunds/${id}/process`, { webhook: 'never' })
  await letTimePass()
  const [after] = await server.as(learner)(listMyPayments, {})

  expect(before).toMatchObject({ amount: 4999, returned: 1000, refund: null })
  expect(onItsWay?.refund).toEqual({ status: 'pending', amount: 3999 })
  expect(after?.refund).toEqual({ status: 'processed', amount: 4999 })
})

test('who got a part back is told once by mail, without a tax note too, and staff see it at the order', async () => {
  const { learner, paid } = await bought()
  const path = `payments/${paid.razorpay_payment_id}/refund`
  for (const amount of [30_000, 70_000]) {
    await postSandbox(server, path, { amount, outcome: 'processed', webhook: 'never' })
    await letTimePass()
    await letTimePass()
  }

  const { rows } = await server.db.execute<{ text: string; attachment: string | null }>(sql`
    select text, attachment from mails
     where recipient = ${learner.email} and subject like 'We gave back a part of%' order by queued_at`)
  expect(rows).toMatchObject([
    { text: expect.stringContaining('₹300'), attachment: null },
    { text: expect.stringContaining('₹700'), attachment: null },
  ])
  expect(rows[0]?.text).not.toMatch(/credit note/i)
  const owner = server.as(await makeAdmin(server.db))
  const { orders } = await owner(getLearner, { params: { id: learner.id } })
  expect(orders).toMatchObject([{ amount: 4999, returned: 1000 }])
})

test('of a payment that went back in parts, by hand and to a bank, the page says all of it', async () => {
  const [byHand, byBank] = [await bought(), await bought()]
  for (const { paid } of [byHand, byBank]) {
    const path = `payments/${paid.razorpay_payment_id}/refund`
    await postSandbox(server, path, { amount: 199_900, outcome: 'processed', webhook: 'never' })
  }
  await letTimePass()
  await postSandbox(server, `payments/${byHand.paid.razorpay_payment_id}/refund`, {
    amount: 300_000,
    outcome: 'processed',
    webhook: 'never',
  })
  const lost = { amount: 300_000, phase: 'lost', webhook: 'never' }
  await postSandbox(server, `payments/${byBank.paid.razorpay_payment_id}/dispute`, lost)
  await reconcileDisputes(server.checkout)
  await letTimePass()

  for (const { learner } of [byHand, byBank]) {
    const [payment] = await server.as(learner)(listMyPayments, {})
    expect(payment?.refund).toEqual({ status: 'processed', amount: 4999 })
  }
})

test('after a refund the course can be bought again', async () => {
  const { learner, course, orderId } = await bought()
  await refund(learner, orderId)
  await buy(server, learner, course)
  expect(await paymentStatuses(server, learner)).toEqual(['completed', 'refunded'])
})
