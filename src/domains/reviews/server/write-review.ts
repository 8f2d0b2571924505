import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { users } from '../../accounts/server/tables.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import { reviewedFromPercent } from '../review-rules.ts'
import { reviews } from './tables.ts'

/**
 * Writes or changes a review. Whether they have the course now and have played enough of it is decided by the
 * statement that writes; nobody who works here reviews. One that is hidden stays so, and the academy's answer
 * stays.
 */
export async function writeReview(
  db: Database,
  caller: CurrentUser,
  { courseId, stars, words }: { courseId: string; stars: number; words: string },
): Promise<void> {
  const written = await db
    .insert(reviews)
    .select(
      db
        .select({
          id: sql`${newId()}::uuid`.as('id'),
          courseId: courseProgress.courseId,
          learnerId: courseProgress.learnerId,
          stars: sql`${stars}::smallint`.as('stars'),
          words: sql`${words}::text`.as('words'),
          writtenAt: sql`clock_timestamp()`.as('written_at'),
          editedAt: sql`null::timestamptz`.as('edited_at'),
          answer: sql`null::text`.as('answer'),
          answeredAt: sql`null::timestamptz`.as('answered_at'),
          hiddenBecause: sql`null::text`.as('hidden_because'),
        })
        .from(courseProgress)
        .innerJoin(users, and(eq(users.id, courseProgress.learnerId), isNull(users.role)))
        .where(
          and(
            eq(courseProgress.learnerId, caller.learnerId),
            eq(courseProgress.courseId, courseId),
            gte(courseProgress.percent, reviewedFromPercent),
            ownsCourse(courseProgress.learnerId, courseProgress.courseId),
          ),
        ),
    )
    .onConflictDoUpdate({
      target: [reviews.learnerId, reviews.courseId],
      set: {
        stars: sql`excluded.stars`,
        words: sql`excluded.words`,
        editedAt: sql`clock_timestamp()`,
      },
    })
    .returning({ id: reviews.id })
  if (written.length > 0) return
  await requireOwnCourse(db, caller, courseId)
  throw new ProblemError('review_too_early')
}

/**
 * Their words are theirs: also without the course. Of a hidden one the words go alone: that it is hidden, and
 * why, stays, also when they write again.
 */
export async function removeReview(
  outer: Database,
  learnerId: string,
  courseId: string,
): Promise<void> {
  const theirs = and(eq(reviews.learnerId, learnerId), eq(reviews.courseId, courseId))
  await outer.transaction(async (db) => {
    // Locked: hidden at this very moment it is found hidden, or gone.
    await db.select({ id: reviews.id }).from(reviews).where(theirs).for('update')
    await db.delete(reviews).where(and(theirs, isNull(reviews.hiddenBecause)))
    await db.update(reviews).set({ words: '' }).where(theirs)
  })
}
