import { and, eq } from 'drizzle-orm'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import type { MyReview } from '../contract.ts'
import { type ReviewStage, reviewedFromPercent, stageToAsk } from '../review-rules.ts'
import { describeFields } from './list-reviews.ts'
import { reviewRequests, reviews } from './tables.ts'

/** The own review of a course, whether one may be written, and whether to ask for it. */
export async function readMyReview(
  db: Database,
  { learnerId, role }: Pick<CurrentUser, 'learnerId' | 'role'>,
  courseId: string,
): Promise<MyReview> {
  const [review] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.learnerId, learnerId), eq(reviews.courseId, courseId)))
  const [progress] = await db
    .select()
    .from(courseProgress)
    .where(and(eq(courseProgress.learnerId, learnerId), eq(courseProgress.courseId, courseId)))
  const percent = progress?.percent ?? 0
  const mayWrite =
    role === null && percent >= reviewedFromPercent && (await isOwned(db, learnerId, courseId))
  return {
    review: review ? { ...describeFields(review), hidden_because: review.hiddenBecause } : null,
    may_write: mayWrite,
    asks: mayWrite
      ? stageToAsk({
          percent,
          isCompleted: (progress?.completedAt ?? null) !== null,
          isWritten: review !== undefined,
          dismissed: await listDismissed(db, learnerId, courseId),
        })
      : null,
  }
}

async function listDismissed(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<ReviewStage[]> {
  const rows = await db
    .select({ stage: reviewRequests.stage })
    .from(reviewRequests)
    .where(and(eq(reviewRequests.learnerId, learnerId), eq(reviewRequests.courseId, courseId)))
  return rows.map(({ stage }) => stage)
}

/** Remembered for this course on every device. */
export async function dismissRequest(
  db: Database,
  dismissed: { learnerId: string; courseId: string; stage: ReviewStage },
): Promise<void> {
  await db.insert(reviewRequests).values(dismissed).onConflictDoNothing()
}
