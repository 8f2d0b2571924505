import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { reviewReports, reviews } from './tables.ts'

/** Once for each reader; nobody their own. Refused with `review_not_found`. */
export async function reportReview(db: Database, learnerId: string, id: string): Promise<void> {
  const others = and(
    eq(reviews.id, id),
    isNull(reviews.hiddenBecause),
    ne(reviews.learnerId, learnerId),
  )
  const seen = await db.select({ id: reviews.id }).from(reviews).where(others)
  if (seen.length === 0) throw new ProblemError('review_not_found')
  await db
    .insert(reviewReports)
    .select(
      db
        .select({
          reviewId: reviews.id,
          learnerId: sql`${learnerId}::uuid`.as('learner_id'),
          reportedAt: sql`clock_timestamp()`.as('reported_at'),
        })
        .from(reviews)
        .where(others),
    )
    .onConflictDoNothing()
}
