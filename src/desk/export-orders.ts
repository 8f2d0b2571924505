import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { users } from '../accounts/tables.ts'
import { receiptNumber } from '../checkout/receipts/issue-receipt.ts'
import { income, orders, receipts, refunds } from '../checkout/tables.ts'
import type { Database } from '../platform/database/database.ts'
import { addDays, startOfDay, writeInIndia } from '../platform/india-days.ts'
import { settlementLines, settlements } from './tables.ts'

const batchSize = 1000
export const orderHeadings = [
  'Order',
  'Created (IST)',
  'Completed (IST)',
  'Refunded (IST)',
  'Status',
  'Buyer',
  'E-mail',
  'Course',
  'List price (rupees)',
  'Discount (rupees)',
  'Coupon',
  'Amount (rupees)',
  'Currency',
  'Method',
  'Receipt',
  'Razorpay order',
  'Razorpay payment',
  'Refund',
  'Refund status',
  'Refunded (rupees)',
  'Lost in disputes (rupees)',
  'Kept (rupees)',
  'Settlement',
  'Settled (IST)',
  'Fee (rupees)',
  'Tax on fee (rupees)',
]

/**
 * All orders made from one day to another in India, as cells by the headings, oldest first. The
 * next batch is read only when the one before was taken, so it needs the memory of one batch and
 * holds no connection while a slow browser reads.
 */
export async function* exportOrders(
  db: Database,
  { from, to }: { from: string; to: string },
): AsyncGenerator<string[][]> {
  let last: Place | null = null
  for (;;) {
    const rows: OrderRead[] = await readBatch(db, { from, to, last })
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(describe)
    if (rows.length < batchSize) return
    last = { at: end.at, id: end.id }
  }
}

/** The time with its microseconds, which a Date has not. */
interface Place {
  at: string
  id: string
}

type OrderRead = Awaited<ReturnType<typeof readBatch>>[number]

async function readBatch(
  db: Database,
  { from, to, last }: { from: string; to: string; last: Place | null },
) {
  const line = firstLine(db)
  const money = sumMoney(db)
  return db
    .select({
      id: orders.id,
      at: sql<string>`${orders.createdAt}::text`,
      order: orders,
      name: users.name,
      email: users.email,
      receipt: receipts,
      refundId: refunds.razorpayRefundId,
      refundStatus: refunds.status,
      refundedInPaise: money.refundedInPaise,
      lostInPaise: money.lostInPaise,
      keptInPaise: money.keptInPaise,
      settlementId: line.settlementId,
      settledAt: line.settledAt,
      feeInPaise: line.feeInPaise,
      taxInPaise: line.taxInPaise,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.learnerId))
    .leftJoin(receipts, eq(receipts.orderId, orders.id))
    .leftJoin(refunds, eq(refunds.razorpayPaymentId, orders.razorpayPaymentId))
    .leftJoinLateral(line, sql`true`)
    .leftJoinLateral(money, sql`true`)
    .where(
      and(
        gte(orders.createdAt, last ? sql`${last.at}::timestamptz` : startOfDay(from)),
        lt(orders.createdAt, startOfDay(addDays(to, 1))),
        last
          ? sql`(${orders.createdAt}, ${orders.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(batchSize)
}

/** What went back of an order and what of it is kept; nothing of one that nobody paid. */
function sumMoney(db: Database) {
  const { paidInPaise, refundedInPaise, lostInPaise } = income
  const all = (paise: SQL) => sql`coalesce(sum(${paise}), 0)`.mapWith(Number)
  return db
    .select({
      refundedInPaise: all(sql`${refundedInPaise}`).as('refunded'),
      lostInPaise: all(sql`${lostInPaise}`).as('lost'),
      keptInPaise: all(sql`${paidInPaise} - ${refundedInPaise} - ${lostInPaise}`).as('kept'),
    })
    .from(income)
    .where(eq(income.orderId, orders.id))
    .as('money')
}

/** An order has one row also if its payment were settled twice. */
function firstLine(db: Database) {
  return db
    .select({
      settlementId: settlementLines.settlementId,
      settledAt: settlements.settledAt,
      feeInPaise: settlementLines.feeInPaise,
      taxInPaise: settlementLines.taxInPaise,
    })
    .from(settlementLines)
    .innerJoin(settlements, eq(settlements.id, settlementLines.settlementId))
    .where(eq(settlementLines.entityId, orders.razorpayPaymentId))
    .orderBy(settlementLines.settlementId)
    .limit(1)
    .as('line')
}

/** In the order of the headings. */
function describe({ order, receipt, ...row }: OrderRead): string[] {
  return [
    order.id,
    writeInIndia(order.createdAt),
    inIndia(order.completedAt),
    inIndia(order.refundedAt),
    order.status,
    row.name,
    row.email,
    order.courseTitle,
    inRupees(order.listPriceInPaise),
    inRupees(order.discountInPaise),
    order.couponCode ?? '',
    inRupees(order.amountInPaise),
    order.currency,
    order.method ?? '',
    receipt ? receiptNumber(receipt.series, receipt.number) : '',
    order.razorpayOrderId ?? '',
    order.razorpayPaymentId ?? '',
    row.refundId ?? '',
    row.refundStatus ?? '',
    inRupees(row.refundedInPaise),
    inRupees(row.lostInPaise),
    inRupees(row.keptInPaise),
    row.settlementId ?? '',
    inIndia(row.settledAt),
    inRupees(row.feeInPaise),
    inRupees(row.taxInPaise),
  ]
}

function inIndia(instant: Date | null): string {
  return instant === null ? '' : writeInIndia(instant)
}

function inRupees(paise: number | null): string {
  return paise === null ? '' : (paise / 100).toFixed(2)
}
