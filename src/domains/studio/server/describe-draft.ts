import type { Assignment } from '../../assignments/assignment.ts'
import type { PublishedCourse } from '../../catalogue/server/publish-course.ts'
import type { Quiz } from '../../quizzes/quiz.ts'
import type { CourseDraft } from '../course-input.ts'
import { detailsOf } from './course-columns.ts'

/** What is published, as a draft of it begins. */
export function describeAsDraft(
  { course, modules, lessons }: PublishedCourse,
  /** By their lessons. */
  quizzes: ReadonlyMap<string, Quiz> = new Map(),
  assignments: ReadonlyMap<string, Assignment> = new Map(),
): CourseDraft {
  const present = Map.groupBy(lessons, ({ moduleId }) => moduleId)
  return {
    ...detailsOf(course),
    modules: modules.map(({ id, title, description }) => ({
      id,
      title,
      description,
      videos: (present.get(id) ?? []).map((lesson) => ({
        id: lesson.id,
        title: lesson.title,
        url: lesson.url,
        duration: lesson.duration,
        is_preview: lesson.isPreview,
        text: lesson.text,
        links: lesson.links,
        attachments: lesson.attachments,
        ...(lesson.opens && { opens: lesson.opens }),
        quiz: quizzes.get(lesson.id) ?? null,
        assignment: assignments.get(lesson.id) ?? null,
      })),
    })),
  }
}
