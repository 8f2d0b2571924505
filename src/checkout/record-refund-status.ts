import { and, eq, ne, not, sql } from 'drizzle-orm'
import type { RazorpayRefund } from '../outside/razorpay/entities.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { raiseAlarm, resolveAlarm } from './raise-alarm.ts'
import { settlePayment } from './settle-payment.ts'
import { type PaymentRow, type RefundRow, refunds } from './tables.ts'

/** What a refund of ours is called at the provider: at most forty characters. */
export function refundReceipt(idempotencyKey: string): string {
  return idempotencyKey.slice(0, 40)
}

/**
 * Takes what the provider tells of a refund by itself. One that we did not ask for goes through
 * settling, so that it closes the course; beside one of ours it makes us ask how that now stands.
 */
export async function hearOfRefund(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  refund: RazorpayRefund,
): Promise<void> {
  const [known] = await deps.db
    .select()
    .from(refunds)
    .where(eq(refunds.razorpayPaymentId, refund.paymentId))
  if (!known) return settleForeignRefund(deps, payment, refund)
  const isThisOne =
    refund.id === known.razorpayRefundId || refund.receipt === refundReceipt(known.idempotencyKey)
  if (isThisOne) return recordRefundStatus(deps, known, refund)
  await deps.db
    .update(refunds)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(sql`id = ${known.id} and status in ('intended', 'pending')`)
}

/**
 * Writes down how a refund stands at the provider. Done stays done and failed stays failed, whatever
 * comes late. A failed one raises an alarm and is asked for again later, with a fresh key.
 */
export async function recordRefundStatus(
  deps: CheckoutDependencies,
  known: RefundRow,
  refund: RazorpayRefund,
): Promise<void> {
  if (refund.status === 'processed') {
    await deps.db
      .update(refunds)
      .set({
        status: 'processed',
        razorpayRefundId: refund.id,
        nextAttemptAt: null,
        processedAt: sql`coalesce(processed_at, clock_timestamp())`,
      })
      .where(eq(refunds.id, known.id))
    await resolveAlarm(deps.db, `refund ${refund.paymentId}`)
    return
  }
  const hasFailed = refund.status === 'failed'
  const isNews = known.status !== refund.status
  const next = hasFailed
    ? sql`clock_timestamp() + interval '1 hour'`
    : sql`clock_timestamp() + interval '6 hours'`
  const isOver = sql`(status = 'failed' and razorpay_refund_id is not distinct from ${refund.id})`
  await deps.db
    .update(refunds)
    .set({
      status: hasFailed ? 'failed' : 'pending',
      razorpayRefundId: refund.id,
      ...(isNews && { nextAttemptAt: next }),
    })
    .where(and(eq(refunds.id, known.id), ne(refunds.status, 'processed'), not(isOver)))
  if (hasFailed && isNews) {
    await raiseAlarm(deps.db, {
      subject: `refund ${refund.paymentId}`,
      message: `Refund ${refund.id} of payment ${refund.paymentId} failed at the provider. It is tried again; if that fails too, please pay it back by hand.`,
      paymentId: known.paymentId,
    })
  }
}

async function settleForeignRefund(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  refund: RazorpayRefund,
): Promise<void> {
  if (refund.status === 'failed') return
  const current = await deps.razorpay.fetchPayment(refund.paymentId)
  await settlePayment(deps, payment.id, {
    source: 'provider',
    kind: 'refund',
    heard: {
      kind: 'payment',
      payment: {
        paymentId: current.id,
        status: current.status === 'refunded' ? 'refunded' : 'captured',
        amountInPaise: current.amountInPaise,
        currency: current.currency,
        amountRefundedInPaise: current.amountRefundedInPaise,
        method: current.method,
        failure: null,
      },
    },
  })
}
