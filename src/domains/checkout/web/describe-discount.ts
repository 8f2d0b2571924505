import { t } from '../../../shared/i18n/translate.ts'
import { formatRupees } from '../../../shared/money.ts'
import type { Payment } from '../contract.ts'

/** What offers took off, and by which coupon: '₹999.80 off ₹4,999 (coupon DIWALI20)'. */
export function describeDiscount({
  discount: all,
  list_price: listPrice,
  coupon_code: coupon,
  coupon_discount: ofCoupon,
}: Pick<Payment, 'discount' | 'list_price' | 'coupon_code' | 'coupon_discount'>): string {
  const amounts = { discount: formatRupees(all), price: formatRupees(listPrice) }
  if (coupon === null) return t('{discount} off {price}', amounts)
  return ofCoupon === null || ofCoupon === all
    ? t('{discount} off {price} (coupon {coupon})', { ...amounts, coupon })
    : t('{discount} off {price} ({part} by the coupon {coupon})', {
        ...amounts,
        part: formatRupees(ofCoupon),
        coupon,
      })
}
