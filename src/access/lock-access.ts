import type { Database } from '../platform/database/database.ts'
import { lockUntilCommit } from '../platform/database/lock-until-commit.ts'

/** One change at a time of what a learner has of a course: orders, refunds and access alike. */
export function lockAccess(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<void> {
  return lockUntilCommit(db, 'access', learnerId, courseId)
}
