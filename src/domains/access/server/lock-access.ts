import type { Database } from '../../../platform/database/database.ts'
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts'

/**
 * One transaction at a time about what a learner may watch of a course, also across processes. Taken
 * by every change of access, and before it by whoever decides on one.
 */
export async function lockAccess(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<void> {
  await lockUntilCommit(db, 'access', learnerId, courseId)
}

/** The same for several courses, always in the same order, so that nobody waits for each other. */
export async function lockAccessToAll(
  db: Database,
  learnerId: string,
  courseIds: readonly string[],
): Promise<void> {
  for (const courseId of courseIds.toSorted()) await lockAccess(db, { learnerId, courseId })
}
