import { paths } from '../../paths.ts'
import { clearSession } from '../../ui/session.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'
import type { PurchaseOutcome } from './run-purchase.ts'
import { wordNotice } from './word-notice.ts'

/** What the page does now that the purchase has ended. */
export interface PurchaseEnd {
  /** The path to go to. */
  goTo?: string
  /** The server knows the buyer's session no more. */
  isSignedOut?: boolean
  /** The course may be the buyer's: the page asks for it again. */
  mayBeOwned?: boolean
  notice?: PurchaseNotice
}

export function concludePurchase(courseId: string, outcome: PurchaseOutcome): PurchaseEnd {
  switch (outcome.kind) {
    case 'bought':
      return { goTo: paths.paymentSuccess(outcome.razorpayPaymentId, outcome.courseId) }
    case 'signed_out':
      clearSession()
      return { isSignedOut: true }
    case 'dismissed':
      return { mayBeOwned: true }
    case 'already_owned':
      return { goTo: paths.course(courseId), mayBeOwned: true }
    case 'initiation_failed':
      return { notice: wordNotice(outcome.kind, outcome.detail) }
    default:
      return { notice: wordNotice(outcome.kind) }
  }
}
