import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  performRefunds,
  refundsInRound,
} from '../src/domains/checkout/server/refunds/perform-refunds.ts'
import { reconcileOrders } from '../src/domains/checkout/server/settling/reconcile-orders.ts'
import { orders, refunds } from '../src/domains/checkout/server/tables.ts'
import { readSettlements } from '../src/domains/finance/server/settlements/read-settlements.ts'
import { settlementDays } from '../src/domains/finance/server/tables.ts'
import { splitTax } from '../src/domains/tax/server/split-tax.ts'
import { taxDocuments, taxSeries } from '../src/domains/tax/server/tables.ts'
import { RazorpayError } from '../src/integrations/razorpay/razorpay-error.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { makeCourse, makeLearner, unique } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'
import { openDatabaseAgain } from './support/test-database.ts'

/** What PostgreSQL leaves out by itself of tables that it takes for almost empty. */
const leftOut = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']

const server = await startTestServer()
const url = new URL(server.url)
url.searchParams.set('options', leftOut.map((name) => `-c enable_${name}=off`).join(' '))
const again = openDatabaseAgain(url.href)
const { db } = again
const checkout = { ...server.checkout, db }
afterAll(async () => {
  await again.close()
  await server.close()
})

const [learner, course] = [await makeLearner(db), await makeCourse(db)]
const away = () =>
  Promise.reject(new RazorpayError('Razorpay did not answer.', { kind: 'unavailable' }))

/** Orders that were paid and given back. */
async function makeOrders(count: number, nextCheckAt: Date | null = null) {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    receipt: unique('receipt'),
    razorpayOrderId: unique('order'),
    razorpayPaymentId: unique('pay'),
    learnerId: learner.id,
    courseId: course.id,
    courseTitle: 'Pottery',
    amountInPaise: 100_000,
    currency: 'INR' as const,
    status: 'refunded' as const,
    completedAt: new Date(),
    refundedAt: new Date(),
    nextCheckAt,
  }))
  await db.insert(orders).values(rows)
  return rows
}

test('every day that is due is read, and once', async () => {
  const days = [1, 2, 3, 4, 5].map((date) => `2026-01-0${date}`)
  await db.insert(settlementDays).values(days.map((day) => ({ day })))
  const asked: string[] = []
  const listSettlementLines = ({ day }: { day: string }) => {
    asked.push(day)
    return Promise.resolve([])
  }

  const razorpay = { ...checkout.razorpay, listSettlementLines }
  expect(await readSettlements({ ...checkout, razorpay })).toBe(days.length)

  expect(asked).toEqual(days)
})

test('a round of refunds takes no more than a round', async () => {
  const made = await makeOrders(refundsInRound + 2)
  await db.insert(refunds).values(
    made.map(({ id: orderId, razorpayPaymentId }) => ({
      id: newId(),
      orderId,
      razorpayPaymentId,
      amountInPaise: 100_000,
      idempotencyKey: `refund-${orderId}`,
      cause: 'requested' as const,
      status: 'intended' as const,
      nextAttemptAt: new Date(0),
    })),
  )

  const razorpay = { ...checkout.razorpay, fetchPayment: away }
  expect(await performRefunds({ ...checkout, razorpay })).toBe(refundsInRound)

  expect(await db.$count(refunds, eq(refunds.attempts, 1))).toBe(refundsInRound)
})

test('of the orders that are due twenty are asked about, and no others', async () => {
  await db.update(refunds).set({ nextAttemptAt: null })
  await makeOrders(25, new Date(0))

  const razorpay = { ...checkout.razorpay, listOrderPayments: away }
  expect(await reconcileOrders({ ...checkout, razorpay })).toBe(20)
})

test('as many buyers are let go as are asked for', async () => {
  const sold = await makeOrders(5)
  const [series, kind] = ['INV/1718', 'invoice'] as const
  await server.owner.db.insert(taxSeries).values({ series, lastNumber: 5 })
  await server.owner.db.insert(taxDocuments).values(
    sold.map(({ id: orderId, razorpayPaymentId }, index) => ({
      id: newId(),
      kind,
      series,
      number: index + 1,
      documentNumber: `${series}/0000${index + 1}`,
      issuedAt: new Date('2017-05-01'),
      orderId,
      learnerId: learner.id,
      razorpayPaymentId,
      sellerLegalName: 'Academy',
      sellerAddress: 'Bengaluru',
      sellerState: '29',
      sellerGstin: '29AAGCB7383J1Z4',
      sac: '999293',
      buyerName: 'Usha Films LLP',
      buyerEmail: 'usha@example.in',
      buyerState: '27',
      lines: [],
      rateInPercent: 18,
      ...splitTax(100_000, false),
      buyerKeptUntil: '2026-03-31',
    })),
  )

  const { rowCount } = await db.execute(sql`select from forget_kept_buyers(2)`)

  expect(rowCount).toBe(2)
  expect(await db.$count(taxDocuments, eq(taxDocuments.buyerName, ''))).toBe(2)
})
