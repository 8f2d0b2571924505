/**
 * Which step brings a refund nearer to its end, as a pure function of what the provider shows now.
 * The amount is never remembered: what is left is asked at the moment of refunding, so that a part
 * given back by hand is neither given twice nor subtracted twice.
 */

/** A payment that is to go back in full, as the provider shows it. */
export interface RefundView {
  amountInPaise: number
  /** The provider calls the payment refunded: all of it went back. */
  isRefunded: boolean
  /** Every refund of this payment, whoever made it. */
  refunds: readonly { id: string; amountInPaise: number; status: string }[]
}

export type RefundStep =
  /** Ask for this much; `failures`: how many refunds of this payment have failed before. */
  | { kind: 'ask'; amountInPaise: number; failures: number }
  /** All is on its way; the last of it is not confirmed. */
  | { kind: 'wait'; refundId: string }
  | { kind: 'done'; refundId: string | null }

export function planRefund(view: RefundView): RefundStep {
  const standing = view.refunds.filter((refund) => refund.status !== 'failed')
  const given = standing.reduce((sum, refund) => sum + refund.amountInPaise, 0)
  const failures = view.refunds.length - standing.length
  const left = view.amountInPaise - given
  const isAllOfItGiven = left <= 0 || (view.isRefunded && failures === 0)
  if (!isAllOfItGiven) return { kind: 'ask', amountInPaise: left, failures }
  const pending = standing.find((refund) => refund.status === 'pending')
  if (pending) return { kind: 'wait', refundId: pending.id }
  return { kind: 'done', refundId: standing[0]?.id ?? null }
}
