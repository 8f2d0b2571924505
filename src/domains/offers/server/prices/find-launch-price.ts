import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { launchPrices } from '../tables.ts'

export interface LaunchPrice {
  priceInPaise: number
  endsAt: Date
}

/**
 * The launch price that a course has at this moment, by the database's clock; null if none. One that is
 * no lower than the list price would make it a former price that never was.
 */
export async function findLaunchPrice(
  db: Database,
  course: { id: string; priceInPaise: number },
): Promise<LaunchPrice | null> {
  const newest = db
    .select()
    .from(launchPrices)
    .where(eq(launchPrices.courseId, course.id))
    .orderBy(desc(launchPrices.id))
    .limit(1)
    .as('newest')
  const [found] = await db
    .select({ priceInPaise: newest.priceInPaise, endsAt: newest.endsAt })
    .from(newest)
    .where(and(lte(newest.startsAt, sql`now()`), gt(newest.endsAt, sql`now()`)))
  if (!found || found.priceInPaise === null || found.priceInPaise >= course.priceInPaise)
    return null
  return { priceInPaise: found.priceInPaise, endsAt: found.endsAt }
}
