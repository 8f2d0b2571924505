import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  clearFaults,
  eventually,
  pay,
  paymentStatuses,
  postSandbox,
} from '../../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeCoupon,
  makeCourse,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { checkPayment, fixPaymentStatus, previewFix } from '../../../admin/contract.ts'
import { getCoupon } from '../../../offers/contract.ts'
import { createOrder, listMyPayments, verifyPayment } from '../../contract.ts'
import { orders } from '../tables.ts'
import { listOpenAlarms } from './alarms.ts'
import { reconcileOrders } from './reconcile-orders.ts'
import { giveUpOrders } from './settle-order.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
})
afterAll(() => server.close())

/** An order that is due now, after as many questions as given. */
async function ordered({ checks = 0 } = {}) {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  await server.db.execute(sql`
    update orders set checks = ${checks}, next_check_at = now() where razorpay_order_id = ${order.order_id}`)
  return { learner, razorpayOrderId: order.order_id }
}

/** The order, as if it was placed at a sandbox or by other keys than those of now. */
async function placedElsewhere(razorpayOrderId: string): Promise<string> {
  const elsewhere = `order_elsewhere${razorpayOrderId.slice(-5)}`
  await server.db.execute(sql`
    update orders set razorpay_order_id = ${elsewhere}, last_asked_at = null
     where razorpay_order_id = ${razorpayOrderId}`)
  return elsewhere
}

async function secondsUntilNext(razorpayOrderId: string): Promise<number> {
  const { rows } = await server.db.execute<{ seconds: number }>(sql`
    select extract(epoch from next_check_at - clock_timestamp())::float8 as seconds
      from orders where razorpay_order_id = ${razorpayOrderId}`)
  return rows[0]!.seconds
}

test('an order that nobody pays is asked about ever more rarely, and still every hour', async () => {
  const young = await ordered({ checks: 2 })
  const waiting = await ordered({ checks: 9 })

  await reconcileOrders(server.checkout)

  expect(await secondsUntilNext(young.razorpayOrderId)).toBeLessThan(250)
  const seconds = await secondsUntilNext(waiting.razorpayOrderId)
  expect(seconds).toBeGreaterThan(2000)
  expect(seconds).toBeLessThan(3600)
})

for (const { status, days, within } of [
  { status: 'completed', days: 1, within: 3600 },
  { status: 'refunded', days: 9, within: 3600 },
  { status: 'failed', days: 9, within: 3600 },
  { status: 'completed', days: 11, within: 86_400 },
  { status: 'refunded', days: 179, within: 86_400 },
]) {
  test(`a ${status} order of ${days} days ago is asked about again within ${within} s`, async () => {
    const { razorpayOrderId } = await ordered()
    await server.db.execute(sql`
      update orders
         set status = ${status}, razorpay_payment_id = ${`pay_of_${razorpayOrderId}`},
             created_at = now() - make_interval(days => ${days}),
             completed_at = case when ${status} <> 'failed' then now() - make_interval(days => ${days}) end,
             refunded_at = case when ${status} = 'refunded' then now() end
       where razorpay_order_id = ${razorpayOrderId}`)

    await reconcileOrders(server.checkout)

    const seconds = await secondsUntilNext(razorpayOrderId)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(within)
  })
}

test('an order is asked about no more once the provider can refund nothing of it', async () => {
  const { razorpayOrderId } = await ordered()
  await server.db.execute(
    sql`update orders set created_at = now() - interval '181 days' where razorpay_order_id = ${razorpayOrderId}`,
  )
  await reconcileOrders(server.checkout)
  expect(await secondsUntilNext(razorpayOrderId)).toBeNull()
})

test('an order that the provider does not have is given up, with its coupon, asked about ever more rarely, and bought anew', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const { code } = await makeCoupon(server.db, { maxUses: 1 })
  const body = { course_id: course.id, coupon: code }
  const press = () => server.as(learner)(createOrder, { body })
  const usesOf = async () =>
    (await server.as(await makeAdmin(server.db))(getCoupon, { params: { code } })).uses
  const elsewhere = await placedElsewhere((await press()).order_id)
  const letTimePass = async (checks: number) => {
    await server.db.execute(sql`
      update orders set checks = ${checks}, next_check_at = now() where razorpay_order_id = ${elsewhere}`)
    await reconcileOrders(server.checkout)
  }

  await letTimePass(4)

  expect(await secondsUntilNext(elsewhere)).toBeGreaterThan(300)
  expect(await paymentStatuses(server, learner)).toEqual(['failed'])
  expect(await usesOf()).toEqual({ reserved: 0, used: 0 })
  const anew = await press()
  expect(anew.order_id).not.toBe(elsewhere)
  await server.as(learner)(verifyPayment, { body: await pay(server, anew.order_id) })
  expect(await usesOf()).toEqual({ reserved: 0, used: 1 })
  await letTimePass(5)
  expect(await secondsUntilNext(elsewhere)).toBeGreaterThan(300)
  await server.db.execute(sql`
    update orders set created_at = now() - interval '181 days' where razorpay_order_id = ${elsewhere}`)
  await letTimePass(6)
  expect(await secondsUntilNext(elsewhere)).toBeNull()
})

test('an order that never reached the provider leaves its coupon to others, also where an erasure or a join gave it up first', async () => {
  const [learner, other] = [await makeLearner(server.db), await makeLearner(server.db)]
  const course = await makeCourse(server.db)
  const { code } = await makeCoupon(server.db, { maxUses: 1 })
  const body = { course_id: course.id, coupon: code }
  const press = (buyer: typeof learner) => server.as(buyer)(createOrder, { body })
  await postSandbox(server, 'faults', { path: '/v1/orders', drop_connection: true, times: 1 })
  await expect(press(learner)).rejects.toMatchObject({ code: 'provider_unavailable' })
  await expect(press(other)).rejects.toMatchObject({ code: 'coupon_used_up' })
  const [order] = await server.db
    .update(orders)
    .set({ createdAt: sql`now() - interval '2 hours'`, nextCheckAt: sql`now()` })
    .where(eq(orders.learnerId, learner.id))
    .returning({ id: orders.id, razorpayOrderId: orders.razorpayOrderId })
  expect(order?.razorpayOrderId).toBeNull()
  await giveUpOrders(server.db, [order!.id], 'The account was erased.')

  await reconcileOrders(server.checkout)

  expect((await press(other)).order_id).toBeTruthy()
})

test('an order that is placed at the moment in which it is given up is asked about again', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const press = () => server.as(learner)(createOrder, { body: { course_id: course.id } })
  const ofLearner = sql`where learner_id = ${learner.id}`
  await postSandbox(server, 'faults', { path: '/v1/orders', drop_connection: true, times: 1 })
  await expect(press()).rejects.toMatchObject({ code: 'provider_unavailable' })
  await server.db.execute(sql`
    update orders set created_at = now() - interval '2 hours', next_check_at = now(),
                      last_asked_at = null ${ofLearner}`)
  const { razorpay } = server.checkout
  server.checkout.razorpay = {
    ...razorpay,
    createOrder: async (input) => {
      await reconcileOrders({ ...server.checkout, razorpay })
      return razorpay.createOrder(input)
    },
  }

  const { order_id } = await press()

  server.checkout.razorpay = razorpay
  const { rows } = await server.db.execute(sql`select status from orders ${ofLearner}`)
  expect(rows).toEqual([{ status: 'failed' }])
  expect(await secondsUntilNext(order_id)).toBeGreaterThan(0)
  await pay(server, order_id)
  await server.db.execute(sql`
    update orders set next_check_at = now() ${ofLearner} and next_check_at is not null`)
  await reconcileOrders(server.checkout)
  expect(await paymentStatuses(server, learner)).toEqual(['completed'])
})

test('whoever presses again after an order that the provider does not have gets another', async () => {
  const { learner, razorpayOrderId } = await ordered()
  const elsewhere = await placedElsewhere(razorpayOrderId)
  const [before] = await server.as(learner)(listMyPayments, {})

  const body = { course_id: before!.course_id }
  const { order_id } = await server.as(learner)(createOrder, { body })

  expect(order_id).not.toBe(elsewhere)
  expect(await paymentStatuses(server, learner)).toEqual(['pending', 'failed'])
})

test('a refusal that is not about the order leaves it as it is', async () => {
  await server.db.update(orders).set({ nextCheckAt: null }) // no other order uses the fault up
  const { learner, razorpayOrderId } = await ordered()
  for (const [status, within] of [
    [400, 3600],
    [401, 20],
  ] as const) {
    await postSandbox(server, 'faults', { path: '/v1/orders/*/payments', status, times: 1 })
    await server.db.execute(sql`
      update orders set checks = 4, next_check_at = now() where razorpay_order_id = ${razorpayOrderId}`)
    await reconcileOrders(server.checkout)
    await clearFaults(server)
    const seconds = await secondsUntilNext(razorpayOrderId)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(within)
    expect(await paymentStatuses(server, learner)).toEqual(['pending'])
  }
})

test('staff who fix payments hear of orders that the provider does not have, paid or not', async () => {
  await server.db.execute(sql`
    update orders set created_at = now() - interval '200 days', status = 'failed' where completed_at is null`)
  const admin = server.as(await makeAdmin(server.db))
  const paid = await ordered()
  const answer = await pay(server, paid.razorpayOrderId)
  await server.as(paid.learner)(verifyPayment, { body: answer })
  await server.db.execute(sql`
    update orders set created_at = now() - interval '200 days'
     where razorpay_order_id <> ${paid.razorpayOrderId}`)
  await placedElsewhere(paid.razorpayOrderId)
  await placedElsewhere((await ordered()).razorpayOrderId)

  const { payments } = await admin(previewFix, {})
  const { message } = await admin(fixPaymentStatus, {})

  expect(payments).toMatchObject([{ becomes: 'failed', why: 'The provider has no such order.' }])
  expect(message).toBe(
    'Checked 1 pending payment: 0 completed, 1 failed, 0 still pending. Also looked at 1 completed: 1 not known to Razorpay.',
  )
  const [mine] = await server.as(paid.learner)(listMyPayments, {})
  const check = admin(checkPayment, { params: { payment_id: mine!.id } })
  await expect(check).rejects.toMatchObject({ code: 'provider_refused' })
  expect(mine?.status).toBe('completed')
})

test('a question whose process dies is asked again within a minute, however rare it was', async () => {
  const { razorpayOrderId } = await ordered({ checks: 9 })
  const silent = {
    ...server.checkout.razorpay,
    listOrderPayments: () => new Promise<never>(() => {}),
  }

  void reconcileOrders({ ...server.checkout, razorpay: silent })

  const seconds = await eventually(
    () => secondsUntilNext(razorpayOrderId),
    (left) => left > 0,
  )
  expect(seconds).toBeLessThanOrEqual(60)
})

test('one lost answer does not hold up the orders after it', async () => {
  const orders = await Promise.all(Array.from({ length: 6 }, () => ordered()))
  for (const { razorpayOrderId } of orders) await pay(server, razorpayOrderId)
  await postSandbox(server, 'faults', { drop_connection: true, times: 1 })

  await reconcileOrders(server.checkout)

  const statuses = await Promise.all(orders.map(({ learner }) => paymentStatuses(server, learner)))
  expect(statuses.flat().toSorted()).toEqual([...Array(5).fill('completed'), 'pending'])
})

test('courses that cost nothing are not missed by any webhook', async () => {
  const { code } = await makeCoupon(server.db, { percentOff: 100 })
  const course = await makeCourse(server.db)
  for (const _ of ['three', 'of', 'them']) {
    const learner = await makeLearner(server.db)
    await server.as(learner)(createOrder, { body: { course_id: course.id, coupon: code } })
  }
  await server.db.execute(sql`
    update orders set completed_at = now() - interval '20 minutes' where course_id = ${course.id}`)

  await reconcileOrders(server.checkout)

  const subjects = (await listOpenAlarms(server.db)).map(({ subject }) => subject)
  expect(subjects).not.toContain('webhooks silent')
})

test('payments that settle without a webhook raise an alarm, unless a webhook came for another', async () => {
  const paid = await Promise.all(Array.from({ length: 4 }, () => ordered()))
  for (const { razorpayOrderId } of paid) await pay(server, razorpayOrderId)
  await reconcileOrders(server.checkout)
  await server.db.execute(sql`
    update orders set completed_at = now() - interval '20 minutes' where status = 'completed'`)
  const isSilent = async (): Promise<boolean> => {
    await reconcileOrders(server.checkout)
    return (await listOpenAlarms(server.db)).some(({ subject }) => subject === 'webhooks silent')
  }

  await server.db.execute(sql`
    insert into order_events (order_id, source, kind, outcome)
    select id, 'webhook', 'payment.captured', 'Known already.' from orders
     where razorpay_order_id = ${paid[0]!.razorpayOrderId}`)
  expect(await isSilent()).toBe(false)

  await server.db.execute(sql`
    update orders set completed_at = now() where razorpay_order_id = ${paid[0]!.razorpayOrderId}`)
  expect(await isSilent()).toBe(true)
})
