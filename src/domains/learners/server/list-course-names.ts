import { asc, ne } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { compareTexts } from '../../../shared/i18n/compare-texts.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type * as learners from '../contract.ts'

/** Every course that somebody can have: all but drafts, also what is not sold any more, by title. */
export async function listCourseNames(
  db: Database,
): Promise<ResponseOf<typeof learners.listCourseNames>> {
  const { id, title, state, hiddenAt } = courses
  const rows = await db
    .select({ id, title, state, hiddenAt })
    .from(courses)
    .where(ne(state, 'draft'))
    .orderBy(asc(id))
  const sorted = rows.toSorted((one, other) => compareTexts(one.title, other.title))
  return sorted.map((course) => ({
    id: course.id,
    title: course.title,
    state: course.state,
    is_deleted: course.hiddenAt !== null,
  }))
}
