import type { Serve } from '../../../http/server/serve.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { consumeAttempt } from '../../accounts/server/limits.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import * as contract from '../contract.ts'
import { askQuestion, isTeacher } from './ask-question.ts'
import { answerQuestion, changeOwn, keepLastWords, markSolved, report } from './change-question.ts'
import type { DiscussionDependencies } from './dependencies.ts'
import { readFrequency, saveFrequency } from './mail-choice.ts'
import { blockWriter, endBlock, listBlocks, setHidden } from './moderate.ts'
import {
  countWaiting,
  describeQuestion,
  findQuestion,
  listForStaff,
  listQuestions,
  listSimilar,
  openQuestion,
  readAnswer,
} from './read-question.ts'

export function discussionRoutes(serve: Serve, deps: DiscussionDependencies): void {
  const { db, limits } = deps

  serve(contract.listQuestions, async ({ params: { course_id: courseId }, query, caller }) => {
    if (!isTeacher(caller)) await requireOwnCourse(db, caller, courseId)
    if (query.similar_to === undefined) return listQuestions(db, caller, courseId, query)
    const questions = await listSimilar(db, caller, courseId, query.similar_to)
    return { questions, next_cursor: null }
  })

  serve(contract.askQuestion, async ({ params: { course_id: courseId }, body, caller }) => {
    await consumeAttempt([limits.questionByLearner(caller.learnerId)])
    const id = await askQuestion(deps, caller, courseId, body)
    await keepLastWords(db, caller, { questionId: id, answerId: null }, body)
    return openQuestion(db, caller, id)
  })

  serve(contract.getQuestion, ({ params: { id }, query, caller }) =>
    openQuestion(db, caller, id, query),
  )

  serve(contract.answerQuestion, async ({ params: { id }, body, caller }) => {
    await consumeAttempt([limits.answerByLearner(caller.learnerId)])
    const answerId = await answerQuestion(deps, caller, id, body)
    await keepLastWords(db, caller, { questionId: id, answerId }, body)
    return readAnswer(db, caller, answerId)
  })

  serve(contract.editQuestion, async ({ params: { id }, body, caller }) => {
    await consumeAttempt([limits.answerByLearner(caller.learnerId)])
    await changeOwn(db, caller, { questionId: id, answerId: null }, body)
    return openQuestion(db, caller, id)
  })

  serve(contract.removeQuestion, async ({ params: { id }, caller }) => {
    await changeOwn(db, caller, { questionId: id, answerId: null }, null)
    return { is_removed: true as const }
  })

  serve(contract.editAnswer, async ({ params: { id, answer_id: answerId }, body, caller }) => {
    await consumeAttempt([limits.answerByLearner(caller.learnerId)])
    await changeOwn(db, caller, { questionId: id, answerId }, body)
    return readAnswer(db, caller, answerId)
  })

  serve(contract.removeAnswer, async ({ params: { id, answer_id: answerId }, caller }) => {
    await changeOwn(db, caller, { questionId: id, answerId }, null)
    return { is_removed: true as const }
  })

  serve(contract.markSolved, async ({ params: { id }, body, caller }) => {
    await markSolved(db, caller, id, body.is_solved)
    return describeQuestion(await findQuestion(db, caller, id), caller)
  })

  serve(contract.reportInDiscussion, async ({ params: { id }, body, caller }) => {
    await consumeAttempt([limits.reportByLearner(caller.learnerId)])
    await report(db, caller, id, body.answer_id)
    return { message: t('Thank you. The academy has been told.') }
  })

  serve(contract.getDiscussionMails, async ({ caller }) => ({
    frequency: await readFrequency(db, caller),
  }))

  serve(contract.saveDiscussionMails, async ({ body: { frequency }, caller }) => {
    await saveFrequency(db, caller.learnerId, frequency)
    return { frequency }
  })

  serve(contract.listQuestionsForStaff, ({ query, caller }) => listForStaff(db, caller, query))

  serve(contract.countWaitingQuestions, async () => ({ count: await countWaiting(db) }))

  serve(contract.hideInDiscussion, async ({ params: { id }, body, caller, audit }) => {
    await setHidden(db, { questionId: id, answerId: body.answer_id }, body.reason, audit)
    return openQuestion(db, caller, id)
  })

  serve(contract.showInDiscussion, async ({ params: { id }, body, caller, audit }) => {
    await setHidden(db, { questionId: id, answerId: body.answer_id }, null, audit)
    return openQuestion(db, caller, id)
  })

  serve(contract.blockInDiscussion, async ({ params: { id }, body, caller, audit }) => {
    await blockWriter(db, { questionId: id, answerId: body.answer_id }, body.reason, audit)
    return openQuestion(db, caller, id)
  })

  serve(contract.listDiscussionBlocks, () => listBlocks(db))

  serve(contract.endDiscussionBlock, async ({ body, audit }) => {
    await endBlock(db, { courseId: body.course_id, learnerId: body.learner_id }, audit)
    return listBlocks(db)
  })
}
