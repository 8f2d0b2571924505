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
  for (const table of [reviewReports, reviewRequests]) {
    const rows = await db.delete(table).where(eq(table.learnerId, fromId)).returning()
    const moved = rows.map((row) => ({ ...row, learnerId: intoId }))
    if (moved.length > 0) await db.insert(table).values(moved).onConflictDoNothing()
  }
}
