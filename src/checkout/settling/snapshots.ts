import type { RazorpayDispute, RazorpayPayment } from '../../outside/razorpay/entities.ts'
import type { DisputeSnapshot, PaymentSnapshot } from './decide-payment.ts'

const knownStatuses = ['created', 'authorized', 'captured', 'refunded', 'failed'] as const

/** What the settling rules need of a provider payment; null for a status we do not know. */
export function snapshotOf(payment: RazorpayPayment): PaymentSnapshot | null {
  const status = knownStatuses.find((known) => known === payment.status)
  if (status === undefined) return null
  return {
    paymentId: payment.id,
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
    paymentId: dispute.paymentId,
    status: dispute.status,
    amountDeductedInPaise: dispute.amountDeductedInPaise,
    respondBy: dispute.respondBy,
  }
}
