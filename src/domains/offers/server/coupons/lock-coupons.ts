import { asc, eq, inArray, or } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts'
import { coupons, couponUses } from '../tables.ts'
import { isReservedBy } from './count-uses.ts'

/**
 * Nobody else changes the uses of this coupon, or those of this learner, until the transaction ends.
 * Taken before uses are counted. Always the learner first, then the coupons by their codes, so that
 * two transactions never wait for each other.
 *
 * @param learner Or both of two whose accounts are joined.
 * @param code Null: only what they hold.
 */
export async function lockCoupons(
  db: Database,
  learner: string | readonly string[],
  code: string | null,
): Promise<void> {
  const learnerIds = [learner].flat().toSorted()
  for (const learnerId of learnerIds) await lockUntilCommit(db, 'offers', learnerId)
  const held = db
    .select({ code: couponUses.couponCode })
    .from(couponUses)
    .where(or(...learnerIds.map(isReservedBy)))
  await db
    .select({ code: coupons.code })
    .from(coupons)
    .where(or(inArray(coupons.code, held), code === null ? undefined : eq(coupons.code, code)))
    .orderBy(asc(coupons.code))
    .for('update')
}
