import type {
  RazorpayDispute,
  RazorpayPayment,
} from '../../../../integrations/razorpay/entities.ts'
import { razorpayPaymentStatuses } from '../../statuses.ts'
import type { DisputeSnapshot, PaymentSnapshot } from './decide-order.ts'

/** What the settling rules need of a provider payment; null for a status we do not know. */
export function snapshotOf(payment: RazorpayPayment): PaymentSnapshot | null {
  const status = razorpayPaymentStatuses.find((known) => known === payment.status)
  if (status === undefined) return null
  return {
    razorpayPaymentId: payment.id,
    status,
    amountInPaise: payment.amountInPaise,
    currency: payment.currency,
    amountRefundedInPaise: payment.amountRefundedInPaise,
    method: payment.method,
    failure: payment.errorDescription,
  }
}

export function disputeSnapshotOf(dispute: RazorpayDispute): DisputeSnapshot {
  return {
    disputeId: dispute.id,
    razorpayPaymentId: dispute.razorpayPaymentId,
    status: dispute.status,
    amountDeductedInPaise: dispute.amountDeductedInPaise,
    respondBy: dispute.respondBy,
  }
}
