/** The arithmetic of offers, in whole paise and without I/O (docs/decisions/0048). */

/** Exactly one of the two is set. */
export interface CouponValue {
  percentOff: number | null
  amountOffInPaise: number | null
}

export interface OfferPrice {
  /** What it costs without any offer. */
  listPriceInPaise: number
  /** What the coupon takes off the price of today. */
  couponDiscountInPaise: number
  /** What all offers take off the list price. */
  discountInPaise: number
  /** What is paid; the list price without the discount. */
  amountInPaise: number
}

/** Razorpay takes no less. */
export const smallestPaymentInPaise = 100

/**
 * @param priceInPaise What it costs today: the list price, or a launch price, or that of a bundle.
 * @param coupon Null: none.
 */
export function priceOffer(
  listPriceInPaise: number,
  priceInPaise: number,
  coupon: CouponValue | null,
): OfferPrice {
  const reduced = priceInPaise - (coupon === null ? 0 : discountOf(priceInPaise, coupon))
  // Less than Razorpay takes is given away: the buyer gets no less than what the coupon says.
  const amountInPaise = reduced < smallestPaymentInPaise ? 0 : reduced
  return {
    listPriceInPaise,
    couponDiscountInPaise: priceInPaise - amountInPaise,
    discountInPaise: listPriceInPaise - amountInPaise,
    amountInPaise,
  }
}

/** Part of a paisa counts for the buyer. */
function discountOf(priceInPaise: number, coupon: CouponValue): number {
  const discount =
    coupon.percentOff === null
      ? (coupon.amountOffInPaise ?? 0)
      : Math.ceil((priceInPaise * coupon.percentOff) / 100)
  return Math.min(discount, priceInPaise)
}

/**
 * What each part of a whole costs, in proportion to the parts' own prices. The shares sum to the
 * amount exactly; none is below zero, and each is less than a paisa from its proportion.
 */
export function shareAmount(amountInPaise: number, pricesInPaise: readonly number[]): number[] {
  const whole = pricesInPaise.reduce((sum, price) => sum + price, 0)
  if (whole <= 0) throw new Error('nothing to share by')
  let before = 0
  let shared = 0
  return pricesInPaise.map((price) => {
    before += price
    // The products of two prices are beyond what a number holds exactly.
    const upToHere = Number((BigInt(amountInPaise) * BigInt(before)) / BigInt(whole))
    const share = upToHere - shared
    shared = upToHere
    return share
  })
}
