import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { resolveAlarm } from '../settling/alarms.ts'
import { recordEvent } from '../settling/record-event.ts'
import { type RefundRow, refunds } from '../tables.ts'
import { alarmSubject } from './perform-refunds.ts'

/**
 * A failed refund was paid back outside Razorpay: it is done, and never asked for again. Razorpay is looked
 * at once more, for what was being asked for at this moment. Resolves to the refund as it stood before; one
 * that was closed so already stays as it is. Inside a transaction.
 */
export async function closePaidOutside(db: Database, refundId: string): Promise<RefundRow> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (!refund) throw new ProblemError('refund_not_found')
  if (refund.paidOutsideAt !== null) return refund
  if (refund.status !== 'failed') throw new ProblemError('refund_not_failed')
  await db
    .update(refunds)
    .set({
      status: 'processed',
      failure: null,
      nextAttemptAt: sql`clock_timestamp() + interval '10 minutes'`,
      processedAt: sql`clock_timestamp()`,
      paidOutsideAt: sql`clock_timestamp()`,
    })
    .where(eq(refunds.id, refundId))
  await resolveAlarm(db, alarmSubject(refund))
  const { orderId, razorpayPaymentId } = refund
  await recordEvent(db, {
    orderId,
    source: 'administrator',
    kind: 'refund.paid_outside',
    razorpayPaymentId,
    outcome: 'The money was paid back outside Razorpay.',
  })
  return refund
}

/** Null: there is no such refund. */
export async function findOrderOfRefund(db: Database, refundId: string): Promise<string | null> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, refundId))
  return refund?.orderId ?? null
}
