import { sql } from 'drizzle-orm'
import type { CurrentUser } from '../http/current-user.ts'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'

/** True if this learner may watch this course now. */
export async function isOwned(db: Database, learnerId: string, courseId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from entitlements where learner_id = ${learnerId} and course_id = ${courseId}`)
  return rows.length > 0
}

/** True if they own the course, or are an administrator, who may look at everything. */
export async function mayWatch(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from entitlements where learner_id = ${learnerId} and course_id = ${courseId}
     union all
    select 1 from users where id = ${learnerId} and is_admin`)
  return rows.length > 0
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

/**
 * The gate's condition for a larger statement, from SQL expressions for the learner and the course:
 * what a hot call reads along with its session.
 */
export function ownedCondition(learnerId: string, courseId: string): string {
  return `exists (select from entitlements
                   where learner_id = ${learnerId} and course_id = ${courseId})`
}

/** Ids of the courses a learner may watch, first granted first. */
export async function listOwnedCourseIds(db: Database, learnerId: string): Promise<string[]> {
  const { rows } = await db.execute<{ course_id: string }>(sql`
    select course_id from entitlements where learner_id = ${learnerId} order by since, course_id`)
  return rows.map((row) => row.course_id)
}
