import { desc, eq, lt } from 'drizzle-orm'
import { courses } from '../../catalogue/tables.ts'
import { ProblemError } from '../../http/problem.ts'
import type { Database } from '../../platform/database/database.ts'
import { type CouponRow, coupons } from '../tables.ts'

/** A coupon with the present title of its course; null: for everything, or the course is gone. */
export interface TitledCoupon {
  coupon: CouponRow
  courseTitle: string | null
}

/** Newest first. */
export async function listCoupons(
  db: Database,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
): Promise<{ rows: TitledCoupon[]; nextCursor: string | null }> {
  const found = await selectCoupons(db)
    .where(cursor === undefined ? undefined : lt(coupons.number, cursor))
    .orderBy(desc(coupons.number))
    .limit(limit + 1)
  const rows = found.slice(0, limit)
  return { rows, nextCursor: found.length > limit ? String(rows.at(-1)?.coupon.number) : null }
}

export async function readCoupon(db: Database, code: string): Promise<TitledCoupon> {
  const [found] = await selectCoupons(db).where(eq(coupons.code, code))
  if (!found) throw new ProblemError('coupon_unknown')
  return found
}

function selectCoupons(db: Database) {
  return db
    .select({ coupon: coupons, courseTitle: courses.title })
    .from(coupons)
    .leftJoin(courses, eq(courses.id, coupons.courseId))
}
