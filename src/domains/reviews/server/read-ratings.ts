import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Ratings } from '../../catalogue/server/describe-rating.ts'
import { reviews } from './tables.ts'

const isShown = sql`${reviews.hiddenBecause} is null`

/** Of these courses, or of all: the average of what everybody sees, of those that have a review at all. */
export async function readRatings(db: Database, courseIds?: readonly string[]): Promise<Ratings> {
  const rows = await db
    .select({
      courseId: reviews.courseId,
      count: sql<number>`count(*) filter (where ${isShown})`.mapWith(Number),
      average: sql<
        number | null
      >`round(avg(${reviews.stars}) filter (where ${isShown}), 2)::float8`,
    })
    .from(reviews)
    .where(courseIds && inArray(reviews.courseId, [...courseIds]))
    .groupBy(reviews.courseId)
  return new Map(rows.map(({ courseId, ...rating }) => [courseId, rating]))
}
