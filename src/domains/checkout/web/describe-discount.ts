import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import type { Payment } from '../contract.ts'

/** What offers took off, and by which coupon: '₹999.80 off ₹4,999 (coupon DIWALI20)'. */
export function describeDiscount(
  payment: Pick<Payment, 'discount' | 'list_price' | 'coupon_code'>,
): string {
  const amounts = {
    discount: formatRupees(payment.discount),
    price: formatRupees(payment.list_price),
  }
  return payment.coupon_code === null
    ? t('{discount} off {price}', amounts)
    : t('{discount} off {price} (coupon {coupon})', { ...amounts, coupon: payment.coupon_code })
}
