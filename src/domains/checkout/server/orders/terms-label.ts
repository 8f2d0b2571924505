import { formatPaise } from '../../../../shared/money.ts'
import type { OrderRow } from '../tables.ts'

/** What offers took off, as the end of a sentence in the timeline; empty if nothing. */
export function termsLabel(
  order: Pick<OrderRow, 'amountInPaise' | 'listPriceInPaise' | 'discountInPaise' | 'couponCode'>,
): string {
  if (order.discountInPaise === 0) return ''
  const [amount, list] = [order.amountInPaise, order.listPriceInPaise].map(formatPaise)
  const coupon = order.couponCode === null ? '' : ` with the coupon ${order.couponCode}`
  return ` over ${amount} in place of ${list}${coupon}`
}
