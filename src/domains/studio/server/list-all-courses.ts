import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { listAvailableCourses } from '../../catalogue/server/list-available-courses.ts'
import type * as studio from '../contract.ts'
import { courseDrafts, scheduledPublications } from './tables.ts'

/** Every course that was not deleted, newest first. */
export async function listAllCourses(
  db: Database,
): Promise<ResponseOf<typeof studio.listAllCourses>> {
  const courses = await listAvailableCourses(db)
  const drafts = await db.select().from(courseDrafts)
  const draftOf = new Map(drafts.map((draft) => [draft.courseId, draft]))
  // By itself: a course without a draft may be scheduled, too.
  const { courseId, publishAt } = scheduledPublications
  const schedules = await db.select({ courseId, publishAt }).from(scheduledPublications)
  const publishAtOf = new Map(schedules.map((schedule) => [schedule.courseId, schedule.publishAt]))
  return courses.map((course) => {
    const { id, title, description, thumbnail, state } = course
    const draft = draftOf.get(id)
    const changed = draft !== undefined && draft.revision !== draft.publishedRevision
    const shared = {
      id,
      state,
      has_unpublished_changes: changed,
      publish_at: publishAtOf.get(id)?.toISOString() ?? null,
    }
    if (state === 'draft' && draft) {
      const { content } = draft
      return {
        ...shared,
        title: content.title,
        description: content.description,
        price: content.price,
        thumbnail: content.thumbnail || null,
        module_count: content.modules.length,
        lesson_count: content.modules.reduce((sum, { videos }) => sum + videos.length, 0),
      }
    }
    const price = toRupees(course.priceInPaise)
    const { moduleCount: module_count, lessonCount: lesson_count } = course
    return { ...shared, title, description, price, thumbnail, module_count, lesson_count }
  })
}
