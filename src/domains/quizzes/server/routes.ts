import type { Serve } from '../../../http/server/serve.ts'
import type { Database } from '../../../platform/database/database.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import type { CompletionMailDependencies } from '../../learning/server/mail-completion.ts'
import { requireDue } from '../../learning/server/require-due.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import * as contract from '../contract.ts'
import { giveAnswer, startAttempt, submitAttempt } from './attempts.ts'
import { describeAttempt, readAttemptQuestions } from './describe-attempt.ts'
import { listQuizzes, readQuizState } from './read-quiz.ts'
import { readQuizFigures } from './read-quiz-figures.ts'

interface QuizDependencies extends CompletionMailDependencies, OpeningDependencies {
  db: Database
  limits: Pick<Limits, 'quizByLearner'>
}

export function quizRoutes(serve: Serve, deps: QuizDependencies): void {
  const { db } = deps

  serve(contract.listQuizzes, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    return listQuizzes(db, { learnerId: caller.learnerId, courseId: params.course_id })
  })

  serve(contract.getQuiz, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    await requireDue(deps, caller, lessonOf(params))
    return readQuizState(db, { learnerId: caller.learnerId, ...lessonOf(params) })
  })

  serve(contract.startAttempt, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    await requireDue(deps, caller, lessonOf(params))
    await consumeAttempt([deps.limits.quizByLearner(caller.learnerId)])
    const attempt = await startAttempt(db, caller, lessonOf(params))
    return describeAttempt(attempt, await readAttemptQuestions(db, attempt))
  })

  serve(contract.giveAnswer, async ({ params, body, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    const at = { ...lessonOf(params), attemptId: params.attempt_id, questionId: params.question_id }
    const given = { answer: body.answer, tookInSeconds: body.took_in_seconds ?? null }
    await giveAnswer(db, caller, at, given)
    return { answer: body.answer }
  })

  serve(contract.submitAttempt, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    const of = lessonOf(params)
    await submitAttempt(deps, caller, { ...of, attemptId: params.attempt_id })
    // Also of a quiz that has left the course since the try was begun: what it came to is told.
    return readQuizState(db, { learnerId: caller.learnerId, ...of, mayBeRetired: true })
  })

  serve(contract.readQuizFigures, ({ params }) =>
    readQuizFigures(db, { courseId: params.id, videoId: params.video_id }),
  )
}

function lessonOf(params: { course_id: string; video_id: string }) {
  return { courseId: params.course_id, videoId: params.video_id }
}
