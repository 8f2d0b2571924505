import { and, inArray, isNull, or } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { courses } from '../../catalogue/server/tables.ts'

/**
 * Their prices, of courses that were not deleted, in the order of the ids. Refused at the field that
 * named one which is not there. Those that are kept may be deleted: they were there before.
 */
export async function requireCourses(
  db: Database,
  ids: readonly string[],
  pathOf: (index: number) => string,
  kept: readonly string[] = [],
): Promise<{ id: string; priceInPaise: number }[]> {
  const found = await db
    .select({ id: courses.id, priceInPaise: courses.priceInPaise })
    .from(courses)
    .where(
      and(
        inArray(courses.id, [...ids]),
        or(isNull(courses.hiddenAt), inArray(courses.id, [...kept])),
      ),
    )
  const byId = new Map(found.map((course) => [course.id, course]))
  return ids.map((id, index) => {
    const course = byId.get(id)
    if (!course) throw badInput(pathOf(index), t('This course does not exist.'))
    return course
  })
}

/** What only the database can find wrong with one field. */
export function badInput(path: string, message: string): ProblemError {
  return new ProblemError('invalid_input', { detail: message, errors: [{ path, message }] })
}
