import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { findCourseOnSale } from '../../../catalogue/server/find-course-on-sale.ts'
import { findBundleOnSale } from '../bundles/read-bundles.ts'
import { type CouponUser, checkCoupon } from '../coupons/check-coupon.ts'
import type { CouponRow } from '../tables.ts'
import { findLaunchPrice } from './find-launch-price.ts'
import { type OfferPrice, priceOffer } from './price-offer.ts'

/** A course or a bundle; one of the two. */
export interface QuoteRequest {
  courseId?: string | undefined
  bundleId?: string | undefined
}

/** What can be bought now, at the price of now. */
export interface OfferedItem {
  /** Null: it is a single course. */
  bundleId: string | null
  title: string
  /** In the order in which they are told; never empty. */
  courses: [SoldCourse, ...SoldCourse[]]
  listPriceInPaise: number
  /** Before any coupon. */
  priceInPaise: number
  /** Null: no launch price runs. */
  launchPriceEndsAt: Date | null
}

interface SoldCourse {
  id: string
  title: string
  priceInPaise: number
}

export interface Offer extends OfferPrice {
  item: OfferedItem
  /** Null: without one. */
  coupon: CouponRow | null
}

/** Refused with `course_not_found` or `bundle_not_found` for what is not on sale. */
export async function findOffered(db: Database, wish: QuoteRequest): Promise<OfferedItem> {
  return wish.bundleId === undefined
    ? findCourse(db, wish.courseId ?? '')
    : findBundle(db, wish.bundleId)
}

/** What an item costs with a coupon, if there is one. Refused as `checkCoupon` refuses. */
export async function quoteOffer(
  db: Database,
  item: OfferedItem,
  code: string | null,
  user: CouponUser | null,
): Promise<Offer> {
  const courseId = item.bundleId === null ? item.courses[0].id : null
  const coupon = code === null ? null : await checkCoupon(db, code, courseId, user)
  const price = priceOffer(item.listPriceInPaise, item.priceInPaise, coupon)
  return { ...price, item, coupon }
}

async function findCourse(db: Database, courseId: string): Promise<OfferedItem> {
  const course = await findCourseOnSale(db, courseId)
  if (!course) throw new ProblemError('course_not_found')
  const launch = await findLaunchPrice(db, course)
  return {
    bundleId: null,
    title: course.title,
    courses: [course],
    listPriceInPaise: course.priceInPaise,
    priceInPaise: launch?.priceInPaise ?? course.priceInPaise,
    launchPriceEndsAt: launch?.endsAt ?? null,
  }
}

async function findBundle(db: Database, bundleId: string): Promise<OfferedItem> {
  const found = await findBundleOnSale(db, bundleId)
  const [first, ...others] = found?.courses ?? []
  if (!found || !first) throw new ProblemError('bundle_not_found')
  const { priceInPaise, title } = found.bundle
  const oneByOne = found.courses.reduce((sum, course) => sum + course.todayInPaise, 0)
  return {
    bundleId,
    title,
    courses: [first, ...others],
    // Courses may have become cheaper since: a bundle never shows a saving that is none.
    listPriceInPaise: Math.max(oneByOne, priceInPaise),
    priceInPaise,
    launchPriceEndsAt: null,
  }
}
