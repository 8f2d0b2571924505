import { and, desc, eq, inArray } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findNames } from '../../accounts/server/find-user.ts'
import { isAvailable } from '../../catalogue/server/is-available.ts'
import type * as studio from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'
import { coursePublications, scheduledPublications } from './tables.ts'

const { courseId: course, number, publishedAt, publishedBy, changes, affected } = coursePublications

/** Newest first. Refused with `course_not_found`. */
export async function listPublications(
  db: Database,
  courseId: string,
): Promise<ResponseOf<typeof studio.listPublications>> {
  if (!(await isAvailable(db, courseId))) throw new ProblemError('course_not_found')
  const found = await db
    .select({ number, publishedAt, publishedBy, changes, affected })
    .from(coursePublications)
    .where(eq(course, courseId))
    .orderBy(desc(number))
  const names = await findNames(
    db,
    found.map((row) => row.publishedBy),
  )
  return found.map((row) => ({
    number: row.number,
    published_at: row.publishedAt.toISOString(),
    published_by: names.get(row.publishedBy ?? '') ?? null,
    changes: row.changes,
    affected: row.affected,
  }))
}

/** What was published then; refused with `not_found`. */
export async function readPublication(
  db: Database,
  courseId: string,
  wanted: number,
): Promise<CourseDraft> {
  const [found] = await db
    .select({ content: coursePublications.content })
    .from(coursePublications)
    .where(and(eq(course, courseId), eq(number, wanted)))
  if (!found) throw new ProblemError('not_found')
  return found.content
}

/** Of these courses those of which staff have published anything, or will at a time. */
export async function listPublishedCourses(
  db: Database,
  courseIds: readonly string[],
): Promise<Set<string>> {
  const found = await Promise.all(
    [coursePublications, scheduledPublications].map((table) =>
      db
        .select({ id: table.courseId })
        .from(table)
        .where(inArray(table.courseId, [...courseIds])),
    ),
  )
  return new Set(found.flat().map(({ id }) => id))
}
