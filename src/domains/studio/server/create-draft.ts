import type { Database } from '../../../platform/database/database.ts'
import { courseIdFor, createCourse } from '../../catalogue/server/create-course.ts'
import type { CourseDraft } from '../course-input.ts'
import { assignIds } from './assign-ids.ts'
import { columnsOf } from './course-columns.ts'
import { firstRevision } from './read-draft.ts'
import { courseDrafts } from './tables.ts'
import { withoutIds } from './without-ids.ts'

const none: ReadonlySet<string> = new Set()

/** Begins a course that nobody but administrators sees; its modules and lessons are new ones. */
export async function createDraft(
  outer: Database,
  course: CourseDraft,
  by: string,
): Promise<{ id: string; revision: number }> {
  const id = courseIdFor(course.title)
  const known = { modules: none, lessons: none, elsewhere: none, courseId: id }
  const content = assignIds(withoutIds(course), known)
  await outer.transaction(async (db) => {
    await createCourse(db, {
      id,
      // What stands here is seen by nobody before the draft's own words are published.
      ...columnsOf({ ...course, price: course.price ?? 1 }),
      title: course.title || 'Untitled course',
      description: course.description || 'Not described yet.',
      page: {},
      state: 'draft',
      modules: [],
    })
    await db
      .insert(courseDrafts)
      .values({ courseId: id, revision: firstRevision, content, savedBy: by })
  })
  return { id, revision: firstRevision }
}
