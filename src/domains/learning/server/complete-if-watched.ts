import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { findUser } from '../../accounts/server/find-user.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { passedAll } from './has-passed-all.ts'
import { type CompletionMailDependencies, mailCompletion } from './mail-completion.ts'
import { courseProgress } from './tables.ts'

/**
 * Completes a course of which everything was watched and every counted quiz passed, if it is theirs,
 * with the mail. Inside the transaction that opened it, found it watched or passed a quiz: each waits
 * for the others' lock, so that the last one sees all.
 */
export async function completeIfWatched(
  deps: CompletionMailDependencies,
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<void> {
  await lockAccess(db, { learnerId, courseId })
  const completed = await db
    .update(courseProgress)
    .set({ completedAt: sql`clock_timestamp()` })
    .from(courses)
    .where(
      and(
        eq(courseProgress.learnerId, learnerId),
        eq(courseProgress.courseId, courseId),
        eq(courseProgress.percent, 100),
        isNull(courseProgress.completedAt),
        eq(courses.id, courseProgress.courseId),
        // Of other lessons than today's the recount decides.
        eq(courseProgress.lessonsRevision, courses.lessonsRevision),
        ownsCourse(courseProgress.learnerId, courseProgress.courseId),
        passedAll(courseProgress.learnerId, courseProgress.courseId),
      ),
    )
    .returning({ courseId: courses.id })
  if (completed.length === 0) return
  const person = await findUser(db, learnerId)
  if (person) await mailCompletion(deps, db, { learner: { ...person, learnerId }, courseId })
}
