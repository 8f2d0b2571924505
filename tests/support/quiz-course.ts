import {
  getQuiz,
  giveAnswer,
  startAttempt,
  submitAttempt,
} from '../../src/domains/quizzes/contract.ts'
import type { Answer } from '../../src/domains/quizzes/grade.ts'
import type { Quiz } from '../../src/domains/quizzes/quiz.ts'
import { getDraft, publish, saveDraft } from '../../src/domains/studio/contract.ts'
import type { CourseDraft } from '../../src/domains/studio/course-input.ts'
import { grantCourse, type MadeCourse, makeCourse, makeLearner, type Person } from './factories.ts'
import type { startTestServer } from './start-test-server.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

/** A draft of the course is changed and published. */
export async function republish(
  server: Server,
  admin: Person,
  course: { id: string },
  change: (draft: CourseDraft) => void,
) {
  const as = server.as(admin)
  const params = { id: course.id }
  const { revision, course: content } = await as(getDraft, { params })
  const draft = structuredClone(content) as CourseDraft // as it is sent, nothing is left out
  change(draft)
  const saved = await as(saveDraft, { params, body: { revision, course: draft } })
  return as(publish, { params, body: { revision: saved.revision } })
}

/** Puts the quiz at the end of the course's nth lesson; null takes it away. */
export function putQuiz(
  server: Server,
  admin: Person,
  course: MadeCourse,
  quiz: Quiz | null,
  at = 0,
) {
  return republish(server, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos.find(({ id }) => id === course.videoIds[at])
    if (lesson) lesson.quiz = quiz
  })
}

export async function makeOwner(server: Server, course: { id: string }): Promise<Person> {
  const learner = await makeLearner(server.db)
  await grantCourse(server.db, learner, course)
  return learner
}

export function makeQuizCourse(server: Server): Promise<MadeCourse> {
  return makeCourse(server.db, { duration: '2 min' })
}

/** The calls of one learner about the quiz of the nth lesson. */
export function asTaker(server: Server, learner: Person, course: MadeCourse, at = 0) {
  const ask = server.as(learner)
  const params = { course_id: course.id, video_id: course.videoIds[at] ?? '' }
  const start = () => ask(startAttempt, { params })
  const give = (attemptId: string, questionId: string, answer: Answer) =>
    ask(giveAnswer, {
      params: { ...params, attempt_id: attemptId, question_id: questionId },
      body: { answer },
    })
  const submit = (attemptId: string) =>
    ask(submitAttempt, { params: { ...params, attempt_id: attemptId } })
  return {
    read: () => ask(getQuiz, { params }),
    start,
    give,
    submit,
    /** A whole try at true ones. */
    take: async (isTrue: boolean) => {
      const { id, questions } = await start()
      for (const question of questions) await give(id, question.id, isTrue)
      return submit(id)
    },
  }
}
