import { hash } from 'node:crypto'
import { newId } from '../../../platform/database/new-id.ts'
import type { Quiz } from '../../quizzes/quiz.ts'
import type { CourseDraft } from '../course-input.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Which ids a draft may use as they are. */
export interface KnownIds {
  /** The course's modules. */
  modules: ReadonlySet<string>
  /** The course's lessons, the retired ones too. */
  lessons: ReadonlySet<string>
  /** Modules and lessons of other courses. */
  elsewhere: ReadonlySet<string>
  courseId: string
}

/**
 * The draft with an id for every module and lesson, none twice. What the course knows keeps its id;
 * so does what the browser has named by a UUID that nothing else has. Everything else is new. A name
 * that cannot be kept leads to the same id each time: who goes on writing with it means the same lesson.
 */
export function assignIds(draft: CourseDraft, known: KnownIds): CourseDraft {
  const used = new Set<string>()
  const assign = (id: string | undefined, own: ReadonlySet<string>): string => {
    const name = id ?? newId()
    const isKept = own.has(name) || (uuid.test(name) && !known.elsewhere.has(name))
    const wanted = isKept ? name : deriveId(known.courseId, name)
    const assigned = used.has(name) || used.has(wanted) ? newId() : wanted
    used.add(name).add(assigned)
    return assigned
  }
  return {
    ...draft,
    modules: draft.modules.map((module) => ({
      ...module,
      id: assign(module.id, known.modules),
      videos: module.videos.map((video) => ({
        ...video,
        id: assign(video.id, known.lessons),
        // Drafts from before there were quizzes have none.
        quiz: video.quiz ? withQuestionIds(video.quiz) : null,
        // Nor assignments.
        assignment: video.assignment ?? null,
      })),
    })),
  }
}

/** They are of their quiz alone: other quizzes may have the same. */
function withQuestionIds(quiz: Quiz): Quiz {
  const used = new Set<string>()
  const assign = (id: string | undefined): string => {
    const assigned = id === undefined || used.has(id) ? newId() : id
    used.add(assigned)
    return assigned
  }
  return {
    ...quiz,
    questions: quiz.questions.map((question) => ({ ...question, id: assign(question.id) })),
  }
}

function deriveId(courseId: string, name: string): string {
  const hex = hash('sha256', `${courseId}/${name}`)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
