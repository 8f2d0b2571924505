import { desc, eq, lt } from 'drizzle-orm'
import { ProblemError } from '../../http/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CouponRow, coupons } from '../tables.ts'

/** Newest first. */
export async function listCoupons(
  db: Database,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<{ rows: CouponRow[]; nextCursor: string | null }> {
  const found = await db
    .select()
    .from(coupons)
    .where(cursor === undefined ? undefined : lt(coupons.number, cursor))
    .orderBy(desc(coupons.number))
    .limit(limit + 1)
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? String(rows.at(-1)?.number) : null }
}

export async function readCoupon(db: Database, code: string): Promise<CouponRow> {
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
  if (!coupon) throw new ProblemError('coupon_unknown')
  return coupon
}
