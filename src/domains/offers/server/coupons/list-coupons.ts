import { desc, eq, lt } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import { cutPage } from '../../../../platform/database/cut-page.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { courses } from '../../../catalogue/server/tables.ts'
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
): Promise<{ page: TitledCoupon[]; next_cursor: string | null }> {
  const rows = await selectCoupons(db)
    .where(cursor === undefined ? undefined : lt(coupons.number, cursor))
    .orderBy(desc(coupons.number))
    .limit(limit + 1)
  return cutPage(rows, limit)
}

export async function readCoupon(db: Database, code: string): Promise<TitledCoupon> {
  const [found] = await selectCoupons(db).where(eq(coupons.code, code))
  if (!found) throw new ProblemError('coupon_unknown')
  return found
}

function selectCoupons(db: Database) {
  return db
    .select({ id: coupons.number, coupon: coupons, courseTitle: courses.title })
    .from(coupons)
    .leftJoin(courses, eq(courses.id, coupons.courseId))
}
