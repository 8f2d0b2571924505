import type { Chance } from './chance.ts'
import { makeGstin, type Shop } from './make-shop.ts'

/** What a buyer asks create-order for, as its body. */
export interface QuoteRequest {
  course_id?: string
  bundle_id?: string
  coupon?: string
  buyer_state: string
  buyer_gstin?: string
  buyer_business_name?: string
  buyer_address: string
}

const states = ['29', '29', '29', '27', '33', '07', '09', '32']

/** A course or a bundle that holds it, with a coupon or without, by somebody who lives somewhere. */
export function planWish(
  chance: Chance,
  { bundles, coupons }: Shop,
  courseId: string,
): QuoteRequest {
  const holding = bundles.filter((bundle) => bundle.courseIds.includes(courseId))
  const isBundle = chance.of(0.15)
  const hasCoupon = chance.of(0.4)
  const coupon = chance.pick(coupons)
  const state = chance.pick(states)
  const isBusiness = chance.of(0.2)
  const number = chance.between(0, 9999)
  return {
    ...(isBundle ? { bundle_id: chance.pick(holding).id } : { course_id: courseId }),
    ...(hasCoupon && { coupon }),
    buyer_state: state,
    // Of everybody: one course is so dear that its invoice has to hold it.
    buyer_address: `${number} Market Road`,
    ...(isBusiness && {
      buyer_gstin: makeGstin(state, number),
      buyer_business_name: `Films No. ${number}`,
    }),
  }
}
