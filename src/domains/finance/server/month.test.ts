import { parse } from 'csv-parse/sync'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, pay, postSandbox } from '../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeBundle,
  makeCoupon,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { createOrder, verifyPayment } from '../../checkout/contract.ts'
import { reconcileOrders } from '../../checkout/server/settling/reconcile-orders.ts'
import { orders } from '../../checkout/server/tables.ts'
import { launchPrices } from '../../offers/server/tables.ts'
import { putMyTaxDetails, putTaxSettings } from '../../tax/contract.ts'
import { taxDocuments } from '../../tax/server/tables.ts'
import { getMonth } from '../contract.ts'
import { readSettlements } from './settlements/read-settlements.ts'
import { settlementDays, settlementLines, settlements } from './tables.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  admin = await makeAdmin(server.db)
  const registration = { state: '29', gstin: '29AAGCB7383J1Z4', sac: '999293' }
  const body = { ...registration, legal_name: 'Academy', address: 'Here' }
  await server.as(admin)(putTaxSettings, { body })
})
afterAll(() => server.close())

const today = dayInIndia(new Date())
const month = today.slice(0, 7)

async function makeBuyer(state: string): Promise<Person> {
  const learner = await makeLearner(server.db)
  await server.as(learner)(putMyTaxDetails, { body: { state } })
  return learner
}

/** Unless asked otherwise of today, and of the day that may begin meanwhile. */
async function download(
  name: string,
  from = today,
  to = addDays(today, 1),
): Promise<Record<string, string>[]> {
  const answer = await server.fetch(`/api/admin/exports/${name}.csv?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.status).toBe(200)
  return parse(await answer.text(), { bom: true, columns: true })
}

const sumOf = (rows: Record<string, string>[], column: string): number =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column]) * 100, 0)) / 100

test('a month says what was sold and given back, what the fees and the taxes are, and what is under way', async () => {
  const course = await makeCourse(server.db)
  const coupon = await makeCoupon(server.db)
  const near = await makeBuyer('29')
  const first = await buy(server, near, course)
  const far = await makeBuyer('27')
  const body = { course_id: course.id, coupon: coupon.code }
  const order = await server.as(far)(createOrder, { body })
  const second = await pay(server, order.order_id)
  await server.as(far)(verifyPayment, { body: second })
  const part = { amount: 100_000, outcome: 'processed', webhook: 'never' }
  await postSandbox(server, `payments/${second.razorpay_payment_id}/refund`, part)
  await postSandbox(server, `payments/${first.razorpay_payment_id}/dispute`, {
    amount: 50_000,
    phase: 'lost',
    webhook: 'now',
  })
  await expect
    .poll(async () => (await server.as(admin)(getMonth, { query: { month } })).lost.count)
    .toBe(1)
  await server.db.update(orders).set({ nextCheckAt: new Date(0) })
  await reconcileOrders(server.checkout)
  await postSandbox(server, 'settle')
  await readSettlements(server.checkout)
  const third = await buy(server, await makeBuyer('29'), course)

  const told = await server.as(admin)(getMonth, { query: { month } })

  const price = 4999
  const reduced = 4499.1
  expect(told).toMatchObject({
    sold: { count: 3, amount: 14497.1 },
    refunded: { count: 1, amount: 1000 },
    lost: { count: 1, amount: 500 },
    under_way: {
      not_settled: { count: 1, amount: price },
      refunds: { count: 0, amount: 0 },
      disputes: { count: 0, amount: 0 },
    },
    coupons: [
      {
        code: coupon.code,
        sold: 1,
        discount: 499.9,
        paid: reduced,
        given_back: 1000,
        kept: 3499.1,
      },
    ],
  })
  const kept = 2 * price + reduced - 1500
  expect(told.fees.fee).toBeGreaterThan(0)
  expect(told.net).toBeCloseTo(kept - told.fees.fee, 2)
  const [owed] = told.tax
  expect(told.tax).toHaveLength(1)
  expect(owed!.taxable + owed!.igst + owed!.cgst + owed!.sgst).toBeCloseTo(kept, 2)

  const register = await download('sales-register')
  expect(register).toHaveLength(5)
  expect(sumOf(register, 'Total')).toBeCloseTo(kept, 2)
  expect(sumOf(register, 'Integrated Tax')).toBe(owed!.igst)
  expect(sumOf(register, 'Central Tax')).toBe(owed!.cgst)
  const ofSecond = register.filter((row) => row['Razorpay payment'] === second.razorpay_payment_id)
  expect(ofSecond).toMatchObject([
    { Document: 'Invoice', 'Place Of Supply': '27-Maharashtra', Total: '4499.10' },
    { Document: 'Credit note', 'Invoice credited': ofSecond[0]!['Number'], Total: '-1000.00' },
  ])
  // All but the third were settled, what went back too.
  expect(register.filter((row) => row['Settlement'] === '')).toMatchObject([
    { 'Razorpay payment': third.razorpay_payment_id },
  ])

  const listed = await download('orders')
  expect(sumOf(listed, 'Kept (rupees)')).toBeCloseTo(kept, 2)
  expect(listed.find((row) => row['Coupon'] === coupon.code)).toMatchObject({
    Invoice: ofSecond[0]!['Number'],
    'Place Of Supply': '27-Maharashtra',
    'Taxable Value': '3812.80',
    'Integrated Tax': '686.30',
  })
})

test('what a coupon took off is told apart from launch price and bundle, in the month and on the papers', async () => {
  const course = await makeCourse(server.db, { priceInPaise: 10_000_00 })
  const other = await makeCourse(server.db, { priceInPaise: 20_000_00 })
  const bundle_id = await makeBundle(server.db, [course.id, other.id], 12_000_00)
  await server.db.insert(launchPrices).values({
    courseId: course.id,
    priceInPaise: 6_000_00,
    startsAt: new Date(),
    endsAt: new Date(Date.now() + 3_600_000),
    setBy: admin.id,
  })
  const { code: coupon } = await makeCoupon(server.db, { percentOff: 10 })
  for (const wish of [{ bundle_id }, { course_id: course.id }]) {
    const learner = await makeBuyer('27')
    const order = await server.as(learner)(createOrder, { body: { ...wish, coupon } })
    const body = await pay(server, order.order_id)
    await server.as(learner)(verifyPayment, { body })
  }

  const { coupons } = await server.as(admin)(getMonth, { query: { month } })
  const brought = coupons.find(({ code }) => code === coupon)
  const invoices = await server.db
    .select({ all: taxDocuments.discountInPaise, coupons: taxDocuments.couponDiscountInPaise })
    .from(taxDocuments)
    .where(eq(taxDocuments.couponCode, coupon))
    .orderBy(taxDocuments.number)
  const { rows: mailed } = await server.db.execute<{ text: string }>(
    sql`select text from mails where text like ${`%(coupon ${coupon})%`}`,
  )

  expect(brought).toMatchObject({ sold: 2, discount: 1800, paid: 16_200 })
  expect(invoices).toEqual([
    { all: 15_200_00, coupons: 1_200_00 },
    { all: 4_600_00, coupons: 600_00 },
  ])
  expect(mailed.map(({ text }) => /₹[\d,]+(?= \(coupon)/.exec(text)?.[0])).toEqual(
    expect.arrayContaining(['₹1,200', '₹600']),
  )
})

test('whichever days are asked for, of several parts of one amount each has its own settlement', async () => {
  const buyer = await makeBuyer('29')
  const { razorpay_payment_id: paymentId } = await buy(server, buyer, await makeCourse(server.db))
  const part = { amount: 70_000, outcome: 'processed', webhook: 'never' }
  const days = [-6, -3, 0].map((age) => addDays(today, age))
  for (const day of days) {
    await postSandbox(server, `payments/${paymentId}/refund`, part)
    await server.db
      .update(orders)
      .set({ nextCheckAt: new Date(0) })
      .where(eq(orders.razorpayPaymentId, paymentId))
    await reconcileOrders(server.checkout)
    await postSandbox(server, 'settle')
    await server.db.update(settlementDays).set({ nextReadAt: new Date(0) })
    await readSettlements(server.checkout)
    await server.owner.db.execute(sql`
      alter table tax_documents disable trigger tax_documents_append_only;
      update tax_documents set issued_at = ${sql.raw(`'${day}T12:00:00+05:30'`)}
       where id = (select id from tax_documents where kind = 'credit_note'
                    and razorpay_payment_id = ${sql.raw(`'${paymentId}'`)}
                    order by credited_before_in_paise desc limit 1);
      alter table tax_documents enable trigger tax_documents_append_only`)
  }
  const lines = await server.db
    .select({ settlement: settlementLines.settlementId })
    .from(settlementLines)
    .innerJoin(settlements, eq(settlements.id, settlementLines.settlementId))
    .where(
      and(eq(settlementLines.razorpayPaymentId, paymentId), eq(settlementLines.type, 'refund')),
    )
    .orderBy(settlements.settledAt, settlementLines.entityId)
  const settled = lines.map(({ settlement }) => settlement)
  expect(new Set(settled).size).toBe(days.length)

  for (const [from, first] of days.entries()) {
    for (const [to, last] of days.entries()) {
      if (to < from) continue
      const register = await download('sales-register', first, last)
      const notes = register.filter(
        (row) => row['Razorpay payment'] === paymentId && row['Document'] === 'Credit note',
      )
      expect(notes.map((row) => row['Settlement'])).toEqual(settled.slice(from, to + 1))
    }
  }
})

test('an order stands on the day its money came, and what nobody paid on the day it was made', async () => {
  const course = await makeCourse(server.db)
  const learner = await makeBuyer('29')
  const paid = await buy(server, learner, course)
  await server.db
    .update(orders)
    .set({
      createdAt: new Date('2024-03-31T23:58:00+05:30'),
      completedAt: new Date('2024-04-01T00:02:00+05:30'),
    })
    .where(eq(orders.razorpayPaymentId, paid.razorpay_payment_id))
  const left = await makeBuyer('29')
  await server.as(left)(createOrder, { body: { course_id: course.id } })
  await server.db
    .update(orders)
    .set({ createdAt: new Date('2024-03-31T23:58:00+05:30') })
    .where(eq(orders.learnerId, left.id))

  const emails = async (from: string, to: string) =>
    (await download('orders', from, to)).map((row) => row['E-mail'])
  expect(await emails('2024-03-01', '2024-03-31')).toEqual([left.email])
  expect(await emails('2024-04-01', '2024-04-30')).toEqual([learner.email])
  const { sold, under_way } = await server.as(admin)(getMonth, { query: { month: '2024-04' } })
  expect({ sold, under_way }).toMatchObject({
    sold: { count: 1, amount: 4999 },
    under_way: { not_settled: { count: 1, amount: 4999 } },
  })
})

test('an empty month is of nothing, a month that is none is refused', async () => {
  const empty = await server.as(admin)(getMonth, { query: { month: '2020-02' } })

  expect(empty).toMatchObject({
    from: '2020-02-01',
    to: '2020-02-29',
    net: 0,
    tax: [],
    coupons: [],
  })
  await expect(server.as(admin)(getMonth, { query: { month: '2020-13' } })).rejects.toMatchObject({
    status: 400,
    errors: [{ path: 'month' }],
  })
})
