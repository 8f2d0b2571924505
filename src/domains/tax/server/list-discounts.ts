export interface Discounted {
  /** What offers took off, the coupon's part with it. */
  discountInPaise: number
  /** Null: without a coupon. */
  couponCode: string | null
  /** Null: it is not known which part was the coupon's. */
  couponDiscountInPaise: number | null
}

/** The lines of a discount: what a coupon took off stands apart from launch price and bundle. */
export function listDiscounts({
  discountInPaise,
  couponCode,
  couponDiscountInPaise,
}: Discounted): { amountInPaise: number; couponCode: string | null }[] {
  if (discountInPaise === 0) return []
  const ofCoupon = couponCode === null ? 0 : (couponDiscountInPaise ?? discountInPaise)
  const lines = [
    { amountInPaise: discountInPaise - ofCoupon, couponCode: null },
    { amountInPaise: ofCoupon, couponCode },
  ]
  return lines.filter(({ amountInPaise }) => amountInPaise > 0)
}
