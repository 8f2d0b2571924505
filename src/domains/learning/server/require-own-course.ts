import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isOwned, requireOwned } from '../../access/server/check-access.ts'
import { isOnSale } from '../../catalogue/server/get-course.ts'

/**
 * The gate before a learner's own course. Refused with `course_not_found` for a course that the
 * caller could not even see in the shop, with `course_not_owned` for any other they do not own.
 */
export async function requireOwnCourse(
  db: Database,
  caller: CurrentUser,
  courseId: string,
): Promise<void> {
  const isSeen = (await isOwned(db, caller.learnerId, courseId)) || (await isOnSale(db, courseId))
  if (!isSeen) throw new ProblemError('course_not_found')
  await requireOwned(db, caller, courseId)
}
