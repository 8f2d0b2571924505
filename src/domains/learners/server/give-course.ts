import { and, eq, isNull } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { grantAccess } from '../../access/server/change-access.ts'
import { listOpenGifts } from '../../access/server/list-open-causes.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { courses } from '../../catalogue/server/tables.ts'

interface Gift {
  learnerId: string
  courseId: string
  /** Typed by staff; the learner can read it. */
  reason: string
}

/**
 * Gives a course as a gift, beside whatever else opens it. Inside a transaction. False, changing
 * nothing, while an earlier gift stands. `causeId` makes a gift that is given once only, also if it
 * was withdrawn since.
 */
export async function giveCourse(
  db: Database,
  { learnerId, courseId, reason }: Gift,
  causeId: string = newId(),
): Promise<boolean> {
  await lockAccess(db, { learnerId, courseId })
  if ((await listOpenGifts(db, { learnerId, courseId })).length > 0) return false
  const cause = { kind: 'gift' as const, id: causeId }
  return grantAccess(db, { learnerId, courseId, cause, reason: `A gift: ${reason}` })
}

/** The title of a course that can be given: published, also if it is not sold any more. */
export async function requireGivable(db: Database, courseId: string): Promise<string> {
  const [course] = await db
    .select({ title: courses.title, state: courses.state })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt)))
  if (!course) throw new ProblemError('course_not_found')
  if (course.state === 'draft') throw new ProblemError('course_not_published')
  return course.title
}
