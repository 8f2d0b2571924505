import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readPublishedAssignments } from '../../assignments/server/publish-assignments.ts'
import type { PublishedCourse } from '../../catalogue/server/publish-course.ts'
import { readPublished } from '../../catalogue/server/publish-course.ts'
import { readPublishedQuizzes } from '../../quizzes/server/publish-quizzes.ts'
import type { CourseDraft } from '../course-input.ts'
import { describeAsDraft } from './describe-draft.ts'
import { courseDrafts, scheduledPublications } from './tables.ts'

export interface Draft {
  revision: number
  course: CourseDraft
  /** Null: nothing was saved yet, the draft is what is published. */
  savedAt: Date | null
  /** Of the save that made it; null: it had none. */
  saveId: string | null
  hasUnpublishedChanges: boolean
  published: PublishedCourse
}

/** The revision of a course of which nothing was saved yet. */
export const firstRevision = 1

/** Refused with `course_not_found`. */
export async function readDraft(db: Database, courseId: string): Promise<Draft> {
  const published = await readPublished(db, courseId)
  if (!published) throw new ProblemError('course_not_found')
  const [saved] = await db.select().from(courseDrafts).where(eq(courseDrafts.courseId, courseId))
  if (!saved) {
    const course = describeAsDraft(
      published,
      await readPublishedQuizzes(db, courseId),
      await readPublishedAssignments(db, courseId),
    )
    return {
      revision: firstRevision,
      course,
      savedAt: null,
      saveId: null,
      hasUnpublishedChanges: false,
      published,
    }
  }
  return {
    revision: saved.revision,
    course: saved.content,
    savedAt: saved.savedAt,
    saveId: saved.saveId,
    hasUnpublishedChanges: saved.revision !== saved.publishedRevision,
    published,
  }
}

/** When a publication is scheduled; null: none is. */
export async function readSchedule(db: Database, courseId: string): Promise<Date | null> {
  const [scheduled] = await db
    .select({ publishAt: scheduledPublications.publishAt })
    .from(scheduledPublications)
    .where(eq(scheduledPublications.courseId, courseId))
  return scheduled?.publishAt ?? null
}

/** Tells with the refusal what stands in the way, so that both can be seen side by side. */
export function draftConflict({
  revision,
  course,
}: Pick<Draft, 'revision' | 'course'>): ProblemError {
  return new ProblemError('draft_conflict', { members: { revision, course } })
}
