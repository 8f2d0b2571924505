import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { addDays, startOfDay, writeInIndia } from '../../../shared/india-time.ts'
import { writePaise } from '../../../shared/money.ts'
import { users } from '../../accounts/server/tables.ts'
import { receiptNumber } from '../../checkout/server/receipts/issue-receipt.ts'
import { income, orders, receipts, refunds } from '../../checkout/server/tables.ts'
import { describePlace } from '../../tax/server/indian-states.ts'
import { taxDocuments } from '../../tax/server/tables.ts'
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
  'Invoice',
  'Place Of Supply',
  'Buyer GSTIN',
  'Taxable Value',
  'Integrated Tax',
  'Central Tax',
  'State/UT Tax',
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

/** When its money came; of what nobody paid, when it was made. */
const cameAt = sql`coalesce(${orders.completedAt}, ${orders.createdAt})`

/**
 * All orders whose money came from one day to another in India, and of those that nobody paid the ones
 * made then, as cells by the headings, oldest first. The tax is that of the invoice. The
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
      at: sql<string>`${cameAt}::text`,
      order: orders,
      name: users.name,
      email: users.email,
      receipt: receipts,
      invoice: taxDocuments,
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
    .leftJoin(
      taxDocuments,
      and(eq(taxDocuments.orderId, orders.id), eq(taxDocuments.kind, 'invoice')),
    )
    .leftJoin(refunds, eq(refunds.razorpayPaymentId, orders.razorpayPaymentId))
    .leftJoinLateral(line, sql`true`)
    .leftJoinLateral(money, sql`true`)
    .where(
      and(
        sql`${cameAt} >= ${last ? last.at : startOfDay(from).toISOString()}::timestamptz`,
        sql`${cameAt} < ${startOfDay(addDays(to, 1)).toISOString()}::timestamptz`,
        last === null
          ? undefined
          : sql`(${cameAt}, ${orders.id}) > (${last.at}::timestamptz, ${last.id}::uuid)`,
      ),
    )
    .orderBy(asc(cameAt), asc(orders.id))
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
function describe({ order, receipt, invoice, ...row }: OrderRead): string[] {
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
    invoice?.documentNumber ?? '',
    invoice ? describePlace(invoice.buyerState) : '',
    invoice?.buyerGstin ?? '',
    inRupees(invoice?.taxableInPaise ?? null),
    inRupees(invoice?.igstInPaise ?? null),
    inRupees(invoice?.cgstInPaise ?? null),
    inRupees(invoice?.sgstInPaise ?? null),
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
  return paise === null ? '' : writePaise(paise)
}
