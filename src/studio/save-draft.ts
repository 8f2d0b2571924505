import { sql } from 'drizzle-orm'
import { listIdsElsewhere, lockForPublication } from '../catalogue/publish-course.ts'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { assignIds } from './assign-ids.ts'
import type { CourseDraft } from './course-input.ts'
import { draftConflict, readDraft } from './read-draft.ts'
import { courseDrafts } from './tables.ts'

interface Save {
  courseId: string
  /** That of what the writer began with. */
  revision: number
  course: CourseDraft
  /** The writer. */
  by: string
}

/** Refused with `draft_conflict` if somebody has saved since `revision`. */
export async function saveDraft(
  outer: Database,
  { courseId, revision, course, by }: Save,
): Promise<{ revision: number; savedAt: Date }> {
  return outer.transaction(async (db) => {
    if (!(await lockForPublication(db, courseId))) throw new ProblemError('course_not_found')
    const draft = await readDraft(db, courseId)
    if (draft.revision !== revision) throw draftConflict(draft)
    const content = assignIds(course, await findKnownIds(db, courseId, course, draft))
    const values = { revision: revision + 1, content, savedBy: by, savedAt: sql`clock_timestamp()` }
    const [saved] = await db
      .insert(courseDrafts)
      // Without a draft there was nothing that differs from what is published.
      .values({ ...values, courseId, publishedRevision: revision })
      .onConflictDoUpdate({ target: courseDrafts.courseId, set: values })
      .returning({ savedAt: courseDrafts.savedAt })
    if (!saved) throw new Error('The draft was not saved')
    return { revision: revision + 1, savedAt: saved.savedAt }
  })
}

async function findKnownIds(
  db: Database,
  courseId: string,
  course: CourseDraft,
  { published }: Awaited<ReturnType<typeof readDraft>>,
) {
  const lessons = new Set(published.lessons.map(({ id }) => id))
  const modules = new Set(published.modules.map(({ id }) => id))
  const sent = course.modules.flatMap((module) => [
    module.id ?? '',
    ...module.videos.map(({ id }) => id ?? ''),
  ])
  const strangers = sent.filter((id) => id !== '' && !lessons.has(id) && !modules.has(id))
  const elsewhere = new Set(await listIdsElsewhere(db, courseId, strangers))
  return { lessons, modules, elsewhere }
}
