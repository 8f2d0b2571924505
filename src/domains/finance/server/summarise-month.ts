import { and, asc, count, eq, isNotNull, ne, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, startOfDay } from '../../../shared/india-time.ts'
import { toPaise, toRupees } from '../../../shared/money.ts'
import { disputes, income, orders, refunds } from '../../checkout/server/tables.ts'
import type { Period } from '../../tax/server/exports/select-documents.ts'
import { sumByGstin } from '../../tax/server/exports/sum-documents.ts'
import type { getMonth } from '../contract.ts'
import { isDispute } from './list-disputes.ts'
import { settlementLines } from './tables.ts'

type Month = ResponseOf<typeof getMonth>

type CountAndSum = Month['sold']

const nothing: CountAndSum = { count: 0, amount: 0 }
const givenBack = sql`${income.refundedInPaise} + ${income.lostInPaise}`
/** A row of what went back is over more than nothing; a sale may cost nothing. */
const isSale = sql`${givenBack} = 0`

/** What a month brought, e.g. `2026-10`, all by the days of India. */
export async function summariseMonth(db: Database, month: string): Promise<Month> {
  const period = daysOf(month)
  const [money, fees, tax, notSettled, begun, disputed, coupons] = await Promise.all([
    sumMoney(db, period),
    sumFees(db, period),
    sumByGstin(db, period),
    countNotSettled(db, period),
    countRefunds(db, period),
    countDisputes(db, period),
    listCoupons(db, period),
  ])
  const { sold, refunded, lost } = money
  return {
    ...period,
    ...money,
    fees,
    // In paise, so that no part of one comes from adding.
    net: toRupees(toPaise(sold.amount - refunded.amount - lost.amount - fees.fee)),
    tax: tax.map(({ sellerGstin, taxable, igst, cgst, sgst }) => ({
      gstin: sellerGstin,
      taxable: toRupees(taxable),
      igst: toRupees(igst),
      cgst: toRupees(cgst),
      sgst: toRupees(sgst),
    })),
    under_way: { not_settled: notSettled, refunds: begun, disputes: disputed },
    coupons,
  }
}

function daysOf(month: string): Period {
  const from = `${month}-01`
  const next = addDays(from, 31).slice(0, 7)
  return { from, to: addDays(`${next}-01`, -1) }
}

/** A sum of paise, as rupees, over some of the rows. */
function sumOf(paise: SQL, which: SQL = sql`true`) {
  return sql`coalesce(sum(${paise}) filter (where ${which}), 0)`.mapWith((sum) =>
    toRupees(Number(sum)),
  )
}

function countOf(which: SQL) {
  return sql`count(*) filter (where ${which})`.mapWith(Number)
}

function isWithin(instant: PgColumn, { from, to }: Period): SQL {
  const end = startOfDay(addDays(to, 1)).toISOString()
  return sql`${instant} >= ${startOfDay(from).toISOString()} and ${instant} < ${end}`
}

async function sumMoney(db: Database, period: Period) {
  const refunded = sql`${income.refundedInPaise}`
  const lost = sql`${income.lostInPaise}`
  const [sums] = await db
    .select({
      sold: countOf(isSale),
      soldAmount: sumOf(sql`${income.paidInPaise}`),
      refunded: countOf(sql`${refunded} > 0`),
      refundedAmount: sumOf(refunded),
      lost: countOf(sql`${lost} > 0`),
      lostAmount: sumOf(lost),
    })
    .from(income)
    .where(isWithin(income.happenedAt, period))
  return {
    sold: { count: sums?.sold ?? 0, amount: sums?.soldAmount ?? 0 },
    refunded: { count: sums?.refunded ?? 0, amount: sums?.refundedAmount ?? 0 },
    lost: { count: sums?.lost ?? 0, amount: sums?.lostAmount ?? 0 },
  }
}

async function sumFees(db: Database, period: Period): Promise<Month['fees']> {
  const [sums] = await db
    .select({
      fee: sumOf(sql`${settlementLines.feeInPaise}`),
      tax: sumOf(sql`${settlementLines.taxInPaise}`),
    })
    .from(settlementLines)
    .where(isWithin(settlementLines.createdAt, period))
  return sums ?? { fee: 0, tax: 0 }
}

async function countNotSettled(db: Database, period: Period): Promise<CountAndSum> {
  const line = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .where(
      and(
        eq(settlementLines.razorpayPaymentId, orders.razorpayPaymentId),
        eq(settlementLines.type, 'payment'),
      ),
    )
  const [found] = await db
    .select({ count: count(), amount: sumOf(sql`${orders.amountInPaise}`) })
    .from(orders)
    .where(
      and(
        isWithin(orders.completedAt, period),
        isNotNull(orders.razorpayPaymentId),
        notExists(line),
      ),
    )
  return found ?? nothing
}

async function countRefunds(db: Database, period: Period): Promise<CountAndSum> {
  const [found] = await db
    .select({ count: count(), amount: sumOf(sql`${refunds.amountInPaise}`) })
    .from(refunds)
    .where(and(isWithin(refunds.createdAt, period), ne(refunds.status, 'processed')))
  return found ?? nothing
}

async function countDisputes(db: Database, period: Period): Promise<CountAndSum> {
  const [found] = await db
    .select({ count: count(), amount: sumOf(sql`${orders.amountInPaise}`) })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(isDispute.open, isWithin(orders.completedAt, period)))
  return found ?? nothing
}

/** An order has one coupon at most; of older ones it is not known which part of the discount was its. */
async function listCoupons(db: Database, period: Period): Promise<Month['coupons']> {
  const { couponDiscountInPaise, discountInPaise } = orders
  const rows = await db
    .select({
      code: income.couponCode,
      sold: countOf(isSale),
      discount: sumOf(sql`coalesce(${couponDiscountInPaise}, ${discountInPaise})`, isSale),
      paid: sumOf(sql`${income.paidInPaise}`),
      given_back: sumOf(givenBack),
      kept: sumOf(sql`${income.paidInPaise} - (${givenBack})`),
    })
    .from(income)
    .innerJoin(orders, eq(orders.id, income.orderId))
    .where(and(isNotNull(income.couponCode), isWithin(income.happenedAt, period)))
    .groupBy(income.couponCode)
    .orderBy(sql`6 desc`, asc(income.couponCode))
  return rows.map(({ code, ...row }) => ({ code: code ?? '', ...row }))
}
