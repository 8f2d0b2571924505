import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { coupons } from '../tables.ts'

/** No new order takes it from now on. Ending it again changes nothing. */
export async function endCoupon(db: Database, code: string): Promise<void> {
  const ended = await db
    .update(coupons)
    .set({ endedAt: sql`coalesce(${coupons.endedAt}, clock_timestamp())` })
    .where(eq(coupons.code, code))
    .returning({ code: coupons.code })
  if (ended.length === 0) throw new ProblemError('coupon_unknown')
}
