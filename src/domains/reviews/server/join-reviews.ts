import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { reviewReports, reviewRequests, reviews } from './tables.ts'

/** Where both accounts wrote of a course, the one that stays has the word. Inside the transaction that joins. */
export async function joinReviews(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const own = db
    .select({ courseId: reviews.courseId })
    .from(reviews)
    .where(eq(reviews.learnerId, intoId))
  await db.delete(reviews).where(and(eq(reviews.learnerId, fromId), inArray(reviews.courseId, own)))
  await db.update(reviews).set({ learnerId: intoId }).where(eq(reviews.learnerId, fromId))
  const reports = await db
    .delete(reviewReports)
    .where(eq(reviewReports.learnerId, fromId))
    .returning()
  if (reports.length > 0) {
    await db
      .insert(reviewReports)
      .values(reports.map((one) => ({ ...one, learnerId: intoId })))
      .onConflictDoNothing()
  }
  const requests = await db
    .delete(reviewRequests)
    .where(eq(reviewRequests.learnerId, fromId))
    .returning()
  if (requests.length > 0) {
    await db
      .insert(reviewRequests)
      .values(requests.map((one) => ({ ...one, learnerId: intoId })))
      .onConflictDoNothing()
  }
}
