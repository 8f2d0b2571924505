import { and, eq, isNull, ne } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { CourseState } from '../contract.ts'
import { isAvailable } from './is-available.ts'
import { courses } from './tables.ts'

/** Of a published course; refused with `course_not_found` or, for a draft, `course_not_published`. */
export async function changeState(
  db: Database,
  courseId: string,
  state: Exclude<CourseState, 'draft'>,
): Promise<void> {
  const changed = await db
    .update(courses)
    .set({ state })
    .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt), ne(courses.state, 'draft')))
    .returning({ id: courses.id })
  if (changed.length > 0) return
  throw new ProblemError(
    (await isAvailable(db, courseId)) ? 'course_not_published' : 'course_not_found',
  )
}
