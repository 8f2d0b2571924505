import { courseDraft } from '../../src/domains/studio/course-input.ts'
import {
  type EditedCourse,
  emptyLesson,
  withIds,
} from '../../src/domains/studio/web/editor/edited-course.ts'

/** Modules m0, m1, …, each with lessons of these ids, which are their titles too. */
export function makeDraft(lessons: string[][], title = 'A course'): EditedCourse {
  const modules = lessons.map((ids, at) => ({
    id: `m${at}`,
    title: `Module ${at + 1}`,
    videos: ids.map((id) => ({ ...emptyLesson(id), title: id })),
  }))
  return withIds(courseDraft.parse({ title, modules }), () => 'never')
}
