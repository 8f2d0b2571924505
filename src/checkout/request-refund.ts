import { eq, sql } from 'drizzle-orm'
import { revokeAccess } from '../access/change-access.ts'
import { revokeCertificate } from '../certificates/revoke-certificate.ts'
import { Refusal } from '../http/problem.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { performRefunds } from './perform-refunds.ts'
import { intendRefund } from './record-refund.ts'
import { type PaymentRow, paymentEvents, payments } from './tables.ts'

interface RefundRequest {
  paymentId: string
  /** Set: the payment must be this learner's, and within the guarantee. */
  learnerId?: string
}

/**
 * Gives a completed payment back: closes what it opened, withdraws the certificate, tells both sides,
 * all in one transaction; then asks the provider. Asking twice refunds once.
 */
export async function requestRefund(
  deps: CheckoutDependencies,
  request: RefundRequest,
): Promise<void> {
  const byLearner = request.learnerId !== undefined
  await deps.db.transaction(async (db) => {
    const [payment] = await db
      .select()
      .from(payments)
      .where(eq(payments.id, request.paymentId))
      .for('update')
    if (!payment || (byLearner && payment.learnerId !== request.learnerId)) {
      throw new Refusal('payment_not_found')
    }
    if (payment.status !== 'completed' || payment.razorpayPaymentId === null) {
      throw new Refusal('refund_not_possible')
    }
    if (byLearner && !isWithinGuarantee(payment, deps.guaranteeInDays)) {
      throw new Refusal('refund_window_over')
    }
    const access = {
      learnerId: payment.learnerId,
      courseId: payment.courseId,
      cause: { kind: 'payment' as const, id: payment.id },
      reason: 'The payment was refunded.',
    }
    if (await revokeAccess(db, access)) {
      await revokeCertificate(db, payment.learnerId, payment.courseId)
    }
    const cause = byLearner ? ('requested' as const) : ('administrator' as const)
    await db
      .update(payments)
      .set({ status: 'refunded', refundedAt: sql`clock_timestamp()` })
      .where(eq(payments.id, payment.id))
    await db.insert(paymentEvents).values({
      paymentId: payment.id,
      source: byLearner ? 'learner' : 'administrator',
      kind: 'refund.requested',
      orderId: payment.orderId,
      razorpayPaymentId: payment.razorpayPaymentId,
      content: {},
      outcome: 'The refund was ordered and the course closed.',
      happenedAt: sql`clock_timestamp()`,
    })
    await intendRefund(deps, db, payment, {
      kind: 'refund',
      paymentId: payment.razorpayPaymentId,
      amountInPaise: payment.amountInPaise,
      cause,
    })
  })
  await performRefunds(deps, { paymentId: request.paymentId })
}

/** True while the money-back guarantee of the marketing pages holds for a payment. */
export function isWithinGuarantee(
  payment: Pick<PaymentRow, 'completedAt'>,
  guaranteeInDays: number,
): boolean {
  if (payment.completedAt === null) return false
  return Date.now() - payment.completedAt.getTime() <= guaranteeInDays * 86_400_000
}
