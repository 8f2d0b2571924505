import { eq, gt, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { buy, clearFaults, pay, postSandbox } from '../../../../../tests/support/buy.ts'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { addDays, dayInIndia } from '../../../../shared/india-time.ts'
import { users } from '../../../accounts/server/tables.ts'
import { refundPayment } from '../../../admin/contract.ts'
import { createOrder, verifyPayment } from '../../../checkout/contract.ts'
import { closePaidOutside } from '../../../checkout/server/refunds/close-paid-outside.ts'
import { makeRefundsDue, performRefunds } from '../../../checkout/server/refunds/perform-refunds.ts'
import { fetchAndSettle } from '../../../checkout/server/settling/fetch-from-provider.ts'
import { reconcileDisputes } from '../../../checkout/server/settling/reconcile-disputes.ts'
import { orders, refunds } from '../../../checkout/server/tables.ts'
import { getFinanceSummary, listDifferences, resolveDifference } from '../../contract.ts'
import { differences, settlementDays, settlementLines, settlements } from '../tables.ts'
import { readSettlements } from './read-settlements.ts'

const server = await startTestServer({ razorpay: true })
const { db, checkout } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const course = await makeCourse(db)

beforeEach(async () => {
  await clearFaults(server)
  // What earlier tests left is settled, read and forgotten.
  await postSandbox(server, 'settle')
  await readAgain()
  await server.owner.db.delete(differences)
  await server.owner.db.delete(settlementDays)
})

/** Makes every day due, as if ten minutes had passed. */
async function readAgain(now?: Date): Promise<void> {
  await db.update(settlementDays).set({ nextReadAt: sql`now() - interval '1 second'` })
  await readSettlements(checkout, { now })
}

async function buyOne() {
  const paid = await buy(server, await makeLearner(db), course)
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.razorpayPaymentId, paid.razorpay_payment_id))
  return order!
}

/** As if it had been paid so many days ago. */
async function buyAgo(days: number) {
  const order = await buyOne()
  const completedAt = new Date(Date.now() - days * 24 * 3_600_000)
  await db.update(orders).set({ completedAt }).where(eq(orders.id, order.id))
  return order
}

async function listOpen() {
  const { differences } = await server.as(admin)(listDifferences, { query: {} })
  return differences
}

describe('settlements', () => {
  test('are read though the clock was a month ahead for a while', async () => {
    const order = await buyOne()
    await readSettlements(checkout, { now: new Date(Date.now() + 30 * 24 * 3_600_000) })
    await postSandbox(server, 'settle')

    await readSettlements(checkout)

    const line = eq(settlementLines.entityId, order.razorpayPaymentId ?? '')
    expect(await db.$count(settlementLines, line)).toBe(1)
    // Shortly before midnight the next one is planned already.
    const tomorrow = addDays(dayInIndia(new Date()), 1)
    const later = await db.$count(settlementDays, gt(settlementDays.day, tomorrow))
    expect(later).toBe(0)
    const planned = await db.$count(settlementDays, isNotNull(settlementDays.nextReadAt))
    expect(planned).toBeGreaterThan(0)
  })

  test('that fit leave nothing to do, however often and by how many they are read', async () => {
    const order = await buyOne()
    const [line] = await postSandbox<{ fee: number; tax: number }[]>(server, 'settle')

    await Promise.all([1, 2, 3, 4].map(() => readSettlements(checkout)))
    await readAgain()
    await Promise.all([1, 2, 3].map(() => readAgain()))

    const stored = await db
      .select()
      .from(settlementLines)
      .where(eq(settlementLines.entityId, order.razorpayPaymentId!))
    expect(stored).toMatchObject([{ amountInPaise: 499_900, feeInPaise: line!.fee }])
    const [settlement] = await db
      .select()
      .from(settlements)
      .where(eq(settlements.id, stored[0]!.settlementId))
    expect(settlement).toMatchObject({
      lines: 1,
      creditInPaise: 499_900 - line!.fee,
      debitInPaise: 0,
      feeInPaise: line!.fee,
      taxInPaise: line!.tax,
    })
    expect(await listOpen()).toEqual([])
  })

  test('with a strange payment, a wrong amount and an odd adjustment: each is listed once', async () => {
    const order = await buyOne()
    await postSandbox(server, 'faults', { settlements: 'wrong_amount', times: 1 })
    await postSandbox(server, 'settle', {
      lines: [
        { entity_id: 'pay_somebody_elses', amount: 100, credit: 100 },
        { entity_id: 'adj_1', type: 'adjustment', debit: 700, amount: 700 },
        { entity_id: 'rfnd_1', type: 'refund', debit: 300, amount: 300, payment_id: 'pay_none' },
      ],
    })

    await readSettlements(checkout)
    await readAgain()

    const found = await listOpen()
    const sorted = found.toSorted((one, other) => (one.entity_id < other.entity_id ? -1 : 1))
    expect(
      sorted.map(({ kind, entity_id, expected, found }) => [kind, entity_id, expected, found]),
    ).toEqual([
      ['unknown_order', 'adj_1', null, -7],
      ...[
        ['amount_differs', order.razorpayPaymentId, 4999, 4998],
        ['unknown_order', 'pay_somebody_elses', null, 1],
      ].toSorted(([, one], [, other]) => (String(one) < String(other) ? -1 : 1)),
      ['unknown_order', 'rfnd_1', null, 3],
    ])
    const [learner] = await db.select().from(users).where(eq(users.id, order.learnerId))
    expect(found.find(({ kind }) => kind === 'amount_differs')).toMatchObject({
      payment_id: order.id,
      razorpay_payment_id: order.razorpayPaymentId,
      user_id: order.learnerId,
      user_name: learner?.name,
      user_email: learner?.email,
    })
    expect(found.find(({ entity_id }) => entity_id === 'rfnd_1')?.user_name).toBeNull()
  })

  test('a payment in none of them is listed after four days, and closes its difference when it comes', async () => {
    const four = await buyAgo(4)
    const six = await buyAgo(6)

    await readSettlements(checkout)

    expect(await listOpen()).toMatchObject([
      { kind: 'not_settled', entity_id: six.razorpayPaymentId, payment_id: six.id, expected: 4999 },
    ])
    expect(four.id).not.toBe(six.id)
    await postSandbox(server, 'settle')
    await readAgain()
    expect(await listOpen()).toEqual([])
    const { differences } = await server.as(admin)(listDifferences, {
      query: { state: 'resolved' },
    })
    expect(differences).toMatchObject([{ resolved_by: null, note: 'It was settled later.' }])
  })

  test('nothing is called unsettled while the provider cannot be read', async () => {
    await buyAgo(6)
    await postSandbox(server, 'faults', { path: '/v1/settlements', status: 503 })

    await readSettlements(checkout)
    expect(await listOpen()).toEqual([])

    await clearFaults(server)
    await readAgain()
    expect(await listOpen()).toHaveLength(1)
  })

  test('a day that cannot be read keeps none back whose payments it does not settle', async () => {
    const [before, later] = [await buyAgo(12), await buyAgo(6)]
    const unread = { day: addDays(dayInIndia(new Date()), -12), nextReadAt: null }
    await db.insert(settlementDays).values(unread)

    await readSettlements(checkout)

    expect(await listOpen()).toMatchObject([{ kind: 'not_settled', payment_id: later.id }])
    expect(before.id).not.toBe(later.id)
  })

  test('a refund that none of them took is listed, one that was taken is not', async () => {
    const [taken, waiting] = [await buyAgo(7), await buyAgo(7)]
    await postSandbox(server, 'settle')
    for (const { id } of [taken, waiting]) {
      await server.as(admin)(refundPayment, { params: { payment_id: id } })
      await performRefunds(checkout)
      const processedAt = new Date(Date.now() - 6 * 24 * 3_600_000)
      await db
        .update(refunds)
        .set({ processedAt, status: 'processed' })
        .where(eq(refunds.orderId, id))
      if (id === taken.id) await postSandbox(server, 'settle')
    }

    await readSettlements(checkout)

    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, waiting.id))
    expect(await listOpen()).toMatchObject([
      { kind: 'refund_not_settled', entity_id: refund!.razorpayRefundId, payment_id: waiting.id },
    ])
    await postSandbox(server, 'settle')
    await readAgain()
    expect(await listOpen()).toEqual([])
  })

  test('a part given back by hand fits once it was heard, and is listed with its order until then', async () => {
    const order = await buyOne()
    const path = `payments/${order.razorpayPaymentId}/refund`
    await postSandbox(server, path, { amount: 100, webhook: 'never' })
    await postSandbox(server, 'settle')
    await readAgain()
    expect(await listOpen()).toMatchObject([
      { kind: 'unknown_order', found: 1, payment_id: order.id },
    ])

    await fetchAndSettle(checkout, order, 'provider')
    await readAgain()
    expect(await listOpen()).toEqual([])
    await postSandbox(server, path, { amount: 200, webhook: 'never' })
    await fetchAndSettle(checkout, order, 'provider')
    await postSandbox(server, 'settle')
    await readAgain()

    expect(await listOpen()).toEqual([])
  })

  test('a part given back by hand fits beside our refund of the rest, also while that waits for its id', async () => {
    const order = await buyOne()
    const paymentId = order.razorpayPaymentId!
    await postSandbox(server, `payments/${paymentId}/refund`, { amount: 100, webhook: 'never' })
    await postSandbox(server, 'faults', { path: '/v1/payments/*/refund', status: 503, times: 9 })
    await server.as(admin)(refundPayment, { params: { payment_id: order.id } })
    await postSandbox(server, 'settle')
    await readAgain()

    await clearFaults(server)
    await makeRefundsDue(checkout, order.id)
    await performRefunds(checkout, { orderId: order.id })
    await postSandbox(server, 'settle')
    await readAgain()

    expect(await listOpen()).toEqual([])
  })

  test.each(['paid a second time', 'paid though the course was given meanwhile'])(
    'a part given back by hand of an order that was %s fits beside our refund of the rest',
    async (how) => {
      const learner = await makeLearner(db)
      const { order_id } = await server.as(learner)(createOrder, { body: { course_id: course.id } })
      if (how === 'paid a second time')
        await server.as(learner)(verifyPayment, { body: await pay(server, order_id) })
      else await grantCourse(db, learner, course)
      const { razorpay_payment_id: paymentId } = await pay(server, order_id, { second: true })
      await postSandbox(server, `payments/${paymentId}/refund`, { amount: 100, webhook: 'never' })
      const [order] = await db.select().from(orders).where(eq(orders.razorpayOrderId, order_id))
      await fetchAndSettle(checkout, order!, 'provider')
      await performRefunds(checkout, { orderId: order!.id })

      await postSandbox(server, 'settle')
      await readAgain()

      const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order!.id))
      expect(refund).toMatchObject({ razorpayPaymentId: paymentId, amountInPaise: 499_800 })
      expect(await listOpen()).toEqual([])
    },
  )

  test('a refund that was paid back outside Razorpay is awaited in no settlement', async () => {
    const order = await buyAgo(7)
    await postSandbox(server, 'settle')
    await postSandbox(server, 'faults', { refunds: 'insufficient_balance', times: 1 })
    await server.as(admin)(refundPayment, { params: { payment_id: order.id } })
    const [refund] = await db.select().from(refunds).where(eq(refunds.orderId, order.id))
    await db.transaction((db) => closePaidOutside(db, refund!.id))
    const processedAt = new Date(Date.now() - 6 * 24 * 3_600_000)
    await db.update(refunds).set({ processedAt }).where(eq(refunds.id, refund!.id))

    await readSettlements(checkout)

    expect(await listOpen()).toEqual([])
  })

  test('an unknown payment whose order is heard of later fits then', async () => {
    const order = await buyOne()
    await postSandbox(server, 'settle')
    const hidden = { razorpayPaymentId: 'pay_hidden' }
    await db.update(orders).set(hidden).where(eq(orders.id, order.id))
    await readSettlements(checkout)
    expect(await listOpen()).toMatchObject([{ kind: 'unknown_order' }])

    const { razorpayPaymentId } = order
    await db.update(orders).set({ razorpayPaymentId }).where(eq(orders.id, order.id))
    await readAgain()

    expect(await listOpen()).toEqual([])
  })

  test('what a lost dispute took fits once the dispute is heard of', async () => {
    const order = await buyOne()
    const path = `payments/${order.razorpayPaymentId}/dispute`
    await postSandbox(server, path, { webhook: 'never' })
    await postSandbox(server, path, { phase: 'lost', webhook: 'never' })
    await postSandbox(server, 'settle')
    await readAgain()
    expect(await listOpen()).toMatchObject([{ kind: 'unknown_order', found: -4999 }])

    await reconcileDisputes(checkout)
    await readAgain()

    expect(await listOpen()).toEqual([])
  })
})

describe('a difference', () => {
  test('is resolved with a note, once, and never comes back', async () => {
    const ask = server.as(admin)
    await buyOne()
    await postSandbox(server, 'settle', {
      lines: [{ entity_id: 'pay_elsewhere', amount: 100, credit: 100 }],
    })
    await readSettlements(checkout)
    const [open] = await listOpen()
    const params = { id: String(open!.id) }

    await expect(ask(resolveDifference, { params, body: { note: ' ' } })).rejects.toMatchObject({
      errors: [{ path: 'note', message: 'Please say what explains the difference.' }],
    })
    const answers = await Promise.all([
      ask(resolveDifference, { params, body: { note: 'From our shop.' } }),
      ask(resolveDifference, { params, body: { note: 'From our shop.' } }),
    ])
    await readAgain()

    expect(answers.map(({ message }) => message).toSorted()).toEqual([
      'It was resolved already.',
      'The difference is resolved.',
    ])
    expect(await listOpen()).toEqual([])
    expect((await ask(getFinanceSummary, {})).open_differences).toBe(0)
    const { differences } = await ask(listDifferences, { query: { state: 'resolved' } })
    expect(differences).toMatchObject([{ note: 'From our shop.', resolved_by: admin.name }])
    await expect(
      ask(resolveDifference, { params: { id: '999999' }, body: { note: 'None' } }),
    ).rejects.toMatchObject({ code: 'difference_not_found' })
  })
})
