import { and, asc, eq, exists, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hasRightNow } from '../../accounts/server/has-right-now.ts'
import { entitlements } from './tables.ts'

/** True if this learner may watch this course now. */
export async function isOwned(db: Database, learnerId: string, courseId: string): Promise<boolean> {
  const { learnerId: learner, courseId: course } = entitlements
  const owned = await db
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(and(eq(learner, learnerId), eq(course, courseId)))
  return owned.length > 0
}

/** True if this learner may watch every one of these courses now. */
export async function ownsAll(
  db: Database,
  learnerId: string,
  courseIds: readonly string[],
): Promise<boolean> {
  const { learnerId: learner, courseId: course } = entitlements
  const owned = await db
    .select({ courseId: course })
    .from(entitlements)
    .where(and(eq(learner, learnerId), inArray(course, [...courseIds])))
  return owned.length === new Set(courseIds).size
}

/** True if they own the course, or are staff who may edit courses and so look at every one. */
export async function mayWatch(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<boolean> {
  return (await isOwned(db, learnerId, courseId)) || (await hasRightNow(db, learnerId, 'courses'))
}

/**
 * The one gate before all that only a paying learner may see or do. Refused with
 * `course_not_owned`; an unknown course and somebody else's are told apart by the caller.
 */
export async function requireOwned(
  db: Database,
  caller: CurrentUser,
  courseId: string,
): Promise<void> {
  if (!(await isOwned(db, caller.learnerId, courseId))) throw new ProblemError('course_not_owned')
}

/** The gate's condition for a larger statement: columns, placeholders or expressions of it. */
export function ownsCourse(learnerId: SQLWrapper, courseId: SQLWrapper): SQL<boolean> {
  const { learnerId: learner, courseId: course } = entitlements
  const owned = new QueryBuilder()
    .select({ since: entitlements.since })
    .from(entitlements)
    .where(and(eq(learner, learnerId), eq(course, courseId)))
  return sql<boolean>`${exists(owned)}`
}

/** The same for a statement that is text still. */
export function ownedCondition(learnerId: string, courseId: string): string {
  return `exists (select from entitlements
                   where learner_id = ${learnerId} and course_id = ${courseId})`
}

/** Ids of the courses a learner may watch, first granted first. */
export async function listOwnedCourseIds(db: Database, learnerId: string): Promise<string[]> {
  const owned = await db
    .select({ courseId: entitlements.courseId })
    .from(entitlements)
    .where(eq(entitlements.learnerId, learnerId))
    .orderBy(asc(entitlements.since), asc(entitlements.courseId))
  return owned.map(({ courseId }) => courseId)
}
