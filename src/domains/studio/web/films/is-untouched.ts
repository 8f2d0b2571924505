import { canonical } from '../../../../ui/drafting/differences.ts'
import { type EditedLesson, emptyLesson } from '../editor/edited-course.ts'

/** Nothing is in a lesson but the title that it was made with. */
export function isUntouched(lesson: EditedLesson, title: string): boolean {
  return canonical(lesson) === canonical({ ...emptyLesson(lesson.id), title })
}
