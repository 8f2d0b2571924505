import { ProblemError } from '../../http/problem.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { canRefund } from '../settling/decide-payment.ts'
import { settlePayment } from '../settling/settle-payment.ts'
import type { PaymentRow } from '../tables.ts'
import { performRefunds } from './perform-refunds.ts'

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
    if (isByLearner && payment.learnerId !== learnerId) throw new ProblemError('payment_not_found')
    const { status, razorpayPaymentId: settledPaymentId } = payment
    if (!canRefund({ status, settledPaymentId })) throw new ProblemError('refund_not_possible')
    if (isByLearner && !isWithinGuarantee(payment, deps.guaranteeInDays)) {
      throw new ProblemError('refund_window_over')
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
