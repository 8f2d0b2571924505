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
  /** What banks took of it by disputes that were lost. */
  deductedInPaise: number
  /** Somebody paid it back outside the provider: nothing is asked for any more. */
  isPaidOutside: boolean
  /** Every refund of this payment, whoever made it. */
  refunds: readonly { id: string; amountInPaise: number; status: string }[]
}

export type RefundStep =
  /** Ask for this much; `failures`: how many refunds of this payment have failed before. */
  | { kind: 'ask'; amountInPaise: number; failures: number }
  /** What the provider did not give was paid back outside of it. */
  | { kind: 'leave' }
  /** All is on its way; the last of it is not confirmed. */
  | { kind: 'wait'; refundId: string; amountInPaise: number }
  | { kind: 'done'; refundId: string | null; amountInPaise: number | null }
  /** Banks took all of it back: whoever gave it too would give it twice. */
  | { kind: 'lost' }

export function planRefund(view: RefundView): RefundStep {
  const standing = view.refunds.filter((refund) => refund.status !== 'failed')
  const given = standing.reduce((sum, refund) => sum + refund.amountInPaise, 0)
  const failures = view.refunds.length - standing.length
  const left = view.amountInPaise - given - view.deductedInPaise
  const isAllOfItGiven = left <= 0 || (view.isRefunded && failures === 0)
  if (isAllOfItGiven && view.deductedInPaise >= view.amountInPaise) return { kind: 'lost' }
  if (!isAllOfItGiven && view.isPaidOutside) return { kind: 'leave' }
  if (!isAllOfItGiven) return { kind: 'ask', amountInPaise: left, failures }
  const pending = standing.find((refund) => refund.status === 'pending')
  if (pending) return { kind: 'wait', refundId: pending.id, amountInPaise: pending.amountInPaise }
  // Of several it is the largest: a part that was given by hand before is a refund of its own.
  const [largest] = standing.toSorted((one, other) => other.amountInPaise - one.amountInPaise)
  return {
    kind: 'done',
    refundId: largest?.id ?? null,
    amountInPaise: largest?.amountInPaise ?? null,
  }
}
