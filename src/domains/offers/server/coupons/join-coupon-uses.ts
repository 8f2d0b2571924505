import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import type { Joined } from '../../../accounts/server/joined.ts'
import { couponUses } from '../tables.ts'
import { moveUse } from './hold-coupon.ts'

/**
 * The uses of both accounts count as those of one. It holds one coupon at a time: that of the account
 * that stays. Wants `lockCoupons` of both. Resolves to the orders that lost what they held.
 */
export async function joinCouponUses(db: Database, { fromId, intoId }: Joined): Promise<string[]> {
  const { learnerId, state } = couponUses
  const reserved = await db
    .select()
    .from(couponUses)
    .where(and(inArray(learnerId, [fromId, intoId]), eq(state, 'reserved')))
  const givenUp = reserved.length < 2 ? [] : reserved.filter((use) => use.learnerId === fromId)
  for (const use of givenUp) await moveUse(db, use, 'released')
  await db.update(couponUses).set({ learnerId: intoId }).where(eq(learnerId, fromId))
  return givenUp.map(({ orderId }) => orderId)
}
