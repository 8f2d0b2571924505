import { formatRupees } from '../../../shared/money.ts'
import type { Payment } from '../contract.ts'

/** What offers took off, and by which coupon: '₹999.80 off ₹4,999 (coupon DIWALI20)'. */
export function describeDiscount(
  payment: Pick<Payment, 'discount' | 'list_price' | 'coupon_code'>,
): string {
  const coupon = payment.coupon_code === null ? '' : ` (coupon ${payment.coupon_code})`
  return `${formatRupees(payment.discount)} off ${formatRupees(payment.list_price)}${coupon}`
}
