import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { type CouponRow, couponUses } from '../tables.ts'

/** What one learner has of one coupon. */
export interface OwnUses {
  /** One at most: another order lets go of it. */
  reserved: number
  used: number
}

export const noUses: OwnUses = { reserved: 0, used: 0 }

/** The reservation that a learner holds, of whichever coupon. */
export function isReservedBy(learnerId: string): SQL | undefined {
  return and(eq(couponUses.learnerId, learnerId), eq(couponUses.state, 'reserved'))
}

export async function countOwnUses(
  db: Database,
  code: string,
  learnerId: string,
): Promise<OwnUses> {
  const inState = (state: 'reserved' | 'used') =>
    sql<number>`count(*) filter (where ${couponUses.state} = ${state})::int`
  const [counted] = await db
    .select({ reserved: inState('reserved'), used: inState('used') })
    .from(couponUses)
    .where(and(eq(couponUses.couponCode, code), eq(couponUses.learnerId, learnerId)))
  return counted ?? noUses
}

type Limits = Pick<
  CouponRow,
  'maxUses' | 'maxUsesPerLearner' | 'firstPurchaseOnly' | 'usesReserved' | 'usesUsed'
>

/** True if others leave this learner one of the uses; what they hold themselves they may pay with. */
export function isLeftInTotal(coupon: Limits, own: OwnUses): boolean {
  return (
    coupon.maxUses === null || coupon.usesUsed + coupon.usesReserved - own.reserved < coupon.maxUses
  )
}

/** True if this learner has not had their share of it. Nobody has two first purchases. */
export function isLeftForLearner(coupon: Limits, own: OwnUses): boolean {
  const most = coupon.firstPurchaseOnly ? 1 : coupon.maxUsesPerLearner
  return most === null || own.used < most
}
