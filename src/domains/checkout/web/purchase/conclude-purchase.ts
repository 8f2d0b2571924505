import { paths } from '../../../../paths.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../../shared/money.ts'
import { clearSession } from '../../../../ui/session.ts'
import type { ItemForSale } from '../../../accounts/web/intended-purchase.ts'
import { noticeLabel } from './notice-label.ts'
import type { PurchaseNotice } from './purchase-notice.tsx'
import type { PurchaseOutcome } from './run-purchase.ts'

/** What the page does now that the purchase has ended. */
export interface PurchaseEnd {
  /** The path to go to, and what the history carries there. */
  goTo?: string
  state?: unknown
  /** The server knows the buyer's session no more. */
  isSignedOut?: boolean
  /** It may be the buyer's, or cost something else: the page asks for it again. */
  mayBeOwned?: boolean
  notice?: PurchaseNotice
}

export function concludePurchase(item: ItemForSale, outcome: PurchaseOutcome): PurchaseEnd {
  // Several courses open at once: they stand side by side there.
  const own = item.isBundle ? paths.myCourses : paths.course(item.id)
  switch (outcome.kind) {
    case 'bought':
      return { goTo: paths.paymentSuccess(outcome.razorpayPaymentId, outcome.courseId) }
    case 'signed_out':
      clearSession()
      // Who has paid is not led to a second checkout: the page tells how the payment stands.
      return outcome.hasPaid
        ? { goTo: paths.login, state: { next: withPayment(item.path ?? own) } }
        : { isSignedOut: true }
    case 'dismissed':
      return { mayBeOwned: true }
    case 'already_owned':
    case 'granted':
      return { goTo: own, mayBeOwned: true }
    case 'coupon_refused':
      return { notice: wordRefusedCoupon(outcome.detail, item), mayBeOwned: true }
    case 'price_changed':
      return { notice: wordChangedPrice(outcome.price), mayBeOwned: true }
    case 'initiation_failed':
      return { notice: noticeLabel(outcome.kind, outcome.detail) }
    case 'verification_failed':
      return { notice: noticeLabel(`verification_${outcome.why}`) }
  }
}

function withPayment(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}payment=pending`
}

function wordRefusedCoupon(detail: string, { isBundle }: ItemForSale): PurchaseNotice {
  const advice = isBundle
    ? t('Nothing was charged. You can buy the bundle without the coupon, for the price shown.')
    : t('Nothing was charged. You can buy the course without the coupon, for the price shown.')
  return { tone: 'warning', sentence: detail, more: [advice] }
}

/** @param price In rupees. */
function wordChangedPrice(price: number): PurchaseNotice {
  return {
    tone: 'warning',
    sentence: t('The price is {price} now.', { price: formatRupees(price) }),
    more: [t('The offer you saw has ended. Nothing was charged.')],
  }
}
