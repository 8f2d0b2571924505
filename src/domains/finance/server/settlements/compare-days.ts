import {
  and,
  between,
  eq,
  exists,
  gte,
  isNull,
  lt,
  ne,
  notExists,
  notLike,
  or,
  sql,
} from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { addDays, dayInIndia, startOfDay } from '../../../../shared/india-time.ts'
import { orders, refunds } from '../../../checkout/server/tables.ts'
import { differences, settlementDays, settlementLines } from '../tables.ts'

/** Razorpay settles on the second working day; after four days something is the matter. */
const waitedForInDays = 4
/** PostgreSQL takes so many parameters at once, and no more. */
const insertedAtOnce = 1000
const passed = 'It was settled later.'

/**
 * Looks for the payments and refunds of each day among the settlements, once, when they had four
 * days to come and all of these were read. One that comes later closes its difference.
 */
export async function compareDays(db: Database, now: Date): Promise<void> {
  await closeSettled(db)
  const before = addDays(dayInIndia(now), -waitedForInDays)
  const days = await db
    .select({ day: settlementDays.day })
    .from(settlementDays)
    .where(and(isNull(settlementDays.comparedAt), lt(settlementDays.day, before)))
    .orderBy(settlementDays.day)
  for (const { day } of days) await db.transaction((db) => compareDay(db, day))
}

/** Waits while a day that may settle this one's payments is not read to its end; others need not. */
async function compareDay(db: Database, day: string): Promise<void> {
  const [own] = await db
    .select({ comparedAt: settlementDays.comparedAt })
    .from(settlementDays)
    .where(eq(settlementDays.day, day))
    .for('update')
  if (!own || own.comparedAt !== null || !(await areRead(db, day))) return
  const missing = [...(await findMissingPayments(db, day)), ...(await findMissingRefunds(db, day))]
  for (let at = 0; at < missing.length; at += insertedAtOnce) {
    const rows = missing.slice(at, at + insertedAtOnce)
    await db.insert(differences).values(rows).onConflictDoNothing()
  }
  await db
    .update(settlementDays)
    .set({ comparedAt: sql`clock_timestamp()` })
    .where(eq(settlementDays.day, day))
}

/** Whether this day and the four after it were read once they were over. */
async function areRead(db: Database, day: string): Promise<boolean> {
  const days = await db
    .select()
    .from(settlementDays)
    .where(between(settlementDays.day, day, addDays(day, waitedForInDays)))
  const read = days.filter(
    ({ day, readAt }) => readAt !== null && readAt >= startOfDay(addDays(day, 1)),
  )
  return read.length === waitedForInDays + 1
}

type Missing = typeof differences.$inferInsert

async function findMissingPayments(db: Database, day: string): Promise<Missing[]> {
  const line = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .where(eq(settlementLines.entityId, orders.razorpayPaymentId))
  const found = await db
    .select({
      orderId: orders.id,
      entityId: orders.razorpayPaymentId,
      expectedInPaise: orders.amountInPaise,
    })
    .from(orders)
    .where(
      and(
        gte(orders.completedAt, startOfDay(day)),
        lt(orders.completedAt, startOfDay(addDays(day, 1))),
        notExists(line),
      ),
    )
  // An order that cost nothing has no payment.
  return found.flatMap(({ entityId, ...rest }) =>
    entityId === null
      ? []
      : [
          {
            ...rest,
            entityId,
            kind: 'not_settled',
            message: 'Paid more than four days ago, and in no settlement yet.',
          },
        ],
  )
}

/** Refunds whose payment was settled: what was never captured never came to a settlement. */
async function findMissingRefunds(db: Database, day: string): Promise<Missing[]> {
  const linesOf = (type: string) =>
    and(
      eq(settlementLines.razorpayPaymentId, refunds.razorpayPaymentId),
      eq(settlementLines.type, type),
    )
  const payment = db.select({ one: sql`1` }).from(settlementLines).where(linesOf('payment'))
  const own = or(
    isNull(refunds.razorpayRefundId),
    eq(settlementLines.entityId, refunds.razorpayRefundId),
  )
  const line = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .where(and(linesOf('refund'), own))
  const found = await db
    .select({
      orderId: refunds.orderId,
      entityId: sql<string>`coalesce(${refunds.razorpayRefundId}, ${refunds.razorpayPaymentId})`,
      expectedInPaise: refunds.amountInPaise,
    })
    .from(refunds)
    .where(
      and(
        gte(refunds.processedAt, startOfDay(day)),
        lt(refunds.processedAt, startOfDay(addDays(day, 1))),
        eq(refunds.status, 'processed'),
        ne(refunds.cause, 'dispute'),
        isNull(refunds.paidOutsideAt),
        exists(payment),
        notExists(line),
      ),
    )
  return found.map((row) => ({
    ...row,
    kind: 'refund_not_settled',
    message: 'Refunded more than four days ago, and taken from no settlement yet.',
  }))
}

async function closeSettled(db: Database): Promise<void> {
  const line = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .where(eq(settlementLines.entityId, differences.entityId))
  // A refund whose id was not heard of is known by its payment.
  const refundLine = db
    .select({ one: sql`1` })
    .from(settlementLines)
    .where(
      and(
        eq(settlementLines.razorpayPaymentId, differences.entityId),
        eq(settlementLines.type, 'refund'),
      ),
    )
  const isRefundId = notLike(differences.entityId, 'pay\\_%')
  const isSettled = or(
    and(eq(differences.kind, 'not_settled'), exists(line)),
    and(
      eq(differences.kind, 'refund_not_settled'),
      or(and(exists(line), isRefundId), exists(refundLine)),
    ),
  )
  await db
    .update(differences)
    .set({ resolvedAt: sql`clock_timestamp()`, note: passed })
    .where(and(isNull(differences.resolvedAt), eq(differences.settlementId, ''), isSettled))
}
