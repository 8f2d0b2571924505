import { msg, t } from '../../../shared/i18n/translate.ts'
import type { RefundCause } from '../../checkout/statuses.ts'

/** Why a payment goes back, as staff read it. */
export function describeRefundCause(cause: string): string {
  return t(causes[cause] ?? cause)
}

const causes: Record<string, string> = {
  duplicate: msg('Paid or owned already'),
  requested: msg('Asked for by the learner'),
  administrator: msg('Given back by an administrator'),
  mismatch: msg('Wrong amount'),
  provider: msg('Refunded at Razorpay'),
  dispute: msg('Dispute lost'),
  coupon: msg('Paid after its coupon was used up'),
  erased: msg('Paid after the account was erased'),
} satisfies Record<RefundCause, string>
