import { sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockForPublication } from '../../catalogue/server/publish-course.ts'
import type { CourseDraft } from '../course-input.ts'
import { claimIds } from './claim-ids.ts'
import { countChanges } from './publish.ts'
import { draftConflict, readDraft } from './read-draft.ts'
import { courseDrafts } from './tables.ts'

interface Save {
  courseId: string
  /** That of what the writer began with. */
  revision: number
  course: CourseDraft
  saveId?: string | undefined
  /** The save that this one goes right behind. */
  after?: string | undefined
  /** The writer. */
  by: string
}

/** Refused with `draft_conflict` if somebody has saved since `revision`, or another than `after` made it. */
export async function saveDraft(
  outer: Database,
  { courseId, revision, course, saveId, after, by }: Save,
): Promise<{ revision: number; savedAt: Date; unpublishedChanges: number | null }> {
  return outer.transaction(async (db) => {
    if (!(await lockForPublication(db, courseId))) throw new ProblemError('course_not_found')
    const draft = await readDraft(db, courseId)
    const isBehind = after === undefined || after === draft.saveId
    if (draft.revision !== revision || !isBehind) throw draftConflict(draft)
    const content = await claimIds(db, draft.published, course, { isPublished: false })
    const unpublishedChanges = await countChanges(db, { ...draft, course: content })
    const values = {
      revision: revision + 1,
      content,
      savedBy: by,
      saveId: saveId ?? null,
      savedAt: sql`clock_timestamp()`,
      // Back at what is published, e.g. by undo.
      ...(unpublishedChanges === 0 && { publishedRevision: revision + 1 }),
    }
    const [saved] = await db
      .insert(courseDrafts)
      // Without a draft there was nothing that differs from what is published.
      .values({ publishedRevision: revision, ...values, courseId })
      .onConflictDoUpdate({ target: courseDrafts.courseId, set: values })
      .returning({ savedAt: courseDrafts.savedAt })
    if (!saved) throw new Error('The draft was not saved')
    return { revision: revision + 1, savedAt: saved.savedAt, unpublishedChanges }
  })
}
