import { Refusal } from '../http/problem.ts'
import { canRefund } from './decide-payment.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { performRefunds } from './perform-refunds.ts'
import { settlePayment } from './settle-payment.ts'
import type { PaymentRow } from './tables.ts'

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
  { paymentId, learnerId }: RefundRequest,
): Promise<void> {
  const isByLearner = learnerId !== undefined
  const mayRefund = (payment: PaymentRow): void => {
    if (isByLearner && payment.learnerId !== learnerId) throw new Refusal('payment_not_found')
    const { status, razorpayPaymentId: settledPaymentId } = payment
    if (!canRefund({ status, settledPaymentId })) throw new Refusal('refund_not_possible')
    if (isByLearner && !isWithinGuarantee(payment, deps.guaranteeInDays)) {
      throw new Refusal('refund_window_over')
    }
  }
  await settlePayment(
    deps,
    paymentId,
    {
      source: isByLearner ? 'learner' : 'administrator',
      kind: 'refund.requested',
      heard: { kind: 'refund_requested', cause: isByLearner ? 'requested' : 'administrator' },
    },
    mayRefund,
  )
  await performRefunds(deps, { paymentId })
}

/** True while the money-back guarantee of the marketing pages holds for a payment. */
export function isWithinGuarantee(
  payment: Pick<PaymentRow, 'completedAt'>,
  guaranteeInDays: number,
): boolean {
  if (payment.completedAt === null) return false
  return Date.now() - payment.completedAt.getTime() <= guaranteeInDays * 86_400_000
}
