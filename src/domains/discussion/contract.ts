import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { hideReasons } from '../../shared/hide-reasons.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { courseParams } from '../catalogue/contract.ts'
import { mailFrequencies } from './mail-frequency.ts'

const access = { right: 'courses' } as const
const params = z.object({ id: z.uuid() })
const longest = msg('Please use at most 5,000 characters.')
const pageQuery = {
  cursor: z.uuid().optional().describe('From `next_cursor`.'),
  limit: z.coerce.number().int().min(1).max(50).default(20),
}
const next_cursor = z.string().nullable().describe('Null: this is the last page.')
const hidden_because = z.enum(hideReasons).nullable().describe('Null: it can be seen.')
const by = z
  .string()
  .nullable()
  .describe('First name and a letter; null: a learner without a name.')

const is_edited = z.boolean().describe('Changed by who wrote it.')
const own_words = z
  .string()
  .nullable()
  .describe('Markdown, for who wrote it and may change it; null for others.')
const words_before = z
  .string()
  .nullable()
  .describe('What was reported or hidden, before its writer changed it; null to others than staff.')

const question = z.object({
  id: z.string(),
  course_id: z.string(),
  video_id: z.string(),
  film: z.int().nullable().describe('Which film of the lesson; null: asked of the lesson.'),
  at_second: z.int().nullable(),
  is_playable: z.boolean().describe('The lesson shows that film now.'),
  title: z.string(),
  by,
  is_own: z.boolean(),
  asked_at: z.iso.datetime(),
  answers: z.int(),
  is_solved: z.boolean(),
  is_edited,
  is_removed: z.boolean().describe('By who asked; title and words are empty, the answers stay.'),
  hidden_because,
})
export type Question = z.infer<typeof question>

const reports = z.int().describe('By how many readers; told to staff, 0 to others.')

const answer = z.object({
  id: z.string(),
  html: z.string().describe('Safe; empty of one that is hidden.'),
  by,
  is_teachers: z.boolean(),
  is_own: z.boolean(),
  reports,
  written_at: z.iso.datetime(),
  is_edited,
  is_removed: z.boolean().describe('By its writer; told of what was hidden, and to staff.'),
  own_words,
  words_before,
  hidden_because,
})
export type Answer = z.infer<typeof answer>

const openQuestion = question.extend({
  html: z.string(),
  own_words,
  words_before,
  reports,
  course_title: z.string(),
  lesson_title: z.string(),
  may_write: z.boolean().describe('False: was blocked here.'),
  may_solve: z.boolean(),
  shown_answers: z.array(answer).describe('Oldest first.'),
  next_cursor,
})
export type OpenQuestion = z.infer<typeof openQuestion>

const refusals = ['course_not_found', 'course_not_owned'] as const

export const listQuestions = endpoint('GET /courses/:course_id/questions', {
  summary: 'Questions of a course, newest first: all, of a lesson, one’s own, or similar ones',
  access: 'learner',
  params: courseParams,
  query: z.object({
    ...pageQuery,
    video_id: z.string().min(1).max(200).optional(),
    own: z.literal('true').optional(),
    similar_to: z
      .string()
      .max(150)
      .optional()
      .describe('The likest first, a few, in one page; the other fields do not count.'),
  }),
  answer: z.object({ questions: z.array(question), next_cursor }),
  problems: [...refusals],
})

const questionWords = {
  title: z
    .string()
    .trim()
    .min(1, msg('Please write your question.'))
    .max(150, msg('Please use at most 150 characters.')),
  body: z.string().trim().max(5_000, longest).default('').describe('Markdown.'),
}
const answerBody = z
  .string()
  .trim()
  .min(1, msg('Please write an answer.'))
  .max(5_000, longest)
  .describe('Markdown.')

export const askQuestion = endpoint('POST /courses/:course_id/questions', {
  summary: 'Asks a question of a lesson, or of a second of its film',
  access: 'learner',
  params: courseParams,
  body: z
    .object({
      id: z.uuid().optional().describe('Made by the caller, so that a repeated call asks once.'),
      video_id: z.string().min(1).max(200),
      film: z.int().min(1).max(1_000_000).nullable().default(null),
      at_second: z.int().min(0).max(1_000_000).nullable().default(null),
      ...questionWords,
    })
    .refine(({ film, at_second: at }) => (film === null) === (at === null), {
      path: ['at_second'],
      error: 'A second is one of a film.',
    }),
  answer: openQuestion,
  problems: [...refusals, 'video_not_found', 'discussion_blocked', 'too_many_tries'],
})

export const getQuestion = endpoint('GET /questions/:id', {
  summary: 'A question with its answers, for who has the course or teaches',
  access: 'learner',
  params,
  query: z.object({ ...pageQuery, limit: z.coerce.number().int().min(1).max(50).default(50) }),
  answer: openQuestion,
  problems: ['question_not_found'],
})

export const answerQuestion = endpoint('POST /questions/:id/answers', {
  summary: 'Answers a question',
  access: 'learner',
  params,
  body: z.object({
    id: z.uuid().optional().describe('Made by the caller, so that a repeated call answers once.'),
    body: answerBody,
  }),
  answer,
  problems: ['question_not_found', 'discussion_blocked', 'too_many_tries'],
})

const answerParams = params.extend({ answer_id: z.uuid() })
const removed = z.object({ is_removed: z.literal(true) })
const changing = ['question_not_found', 'not_allowed', 'discussion_blocked'] as const

export const editQuestion = endpoint('PUT /questions/:id', {
  summary: 'Changes the words of a question: by who asked it',
  access: 'learner',
  params,
  body: z.object(questionWords),
  answer: openQuestion,
  problems: [...changing, 'too_many_tries'],
})

export const removeQuestion = endpoint('DELETE /questions/:id', {
  summary: 'Removes a question: by who asked it; the answers of others stay',
  access: 'learner',
  params,
  answer: removed,
  problems: [...changing],
})

export const editAnswer = endpoint('PUT /questions/:id/answers/:answer_id', {
  summary: 'Changes an answer: by who wrote it',
  access: 'learner',
  params: answerParams,
  body: z.object({ body: answerBody }),
  answer,
  problems: [...changing, 'too_many_tries'],
})

export const removeAnswer = endpoint('DELETE /questions/:id/answers/:answer_id', {
  summary: 'Removes an answer: by who wrote it',
  access: 'learner',
  params: answerParams,
  answer: removed,
  problems: [...changing],
})

export const markSolved = endpoint('PUT /questions/:id/solved', {
  summary: 'Marks a question as solved, or as not: by who asked it, or a teacher',
  access: 'learner',
  params,
  body: z.object({ is_solved: z.boolean() }),
  answer: question,
  problems: ['question_not_found', 'not_allowed'],
})

export const reportInDiscussion = endpoint('POST /questions/:id/report', {
  summary: 'Tells the academy that a question or an answer should not stand there',
  access: 'learner',
  params,
  body: z.object({ answer_id: z.uuid().nullable().default(null) }),
  answer: z.object({ message: z.string() }),
  problems: ['question_not_found', 'too_many_tries'],
})

const mails = z.object({ frequency: z.enum(mailFrequencies) })

export const getDiscussionMails = endpoint('GET /my-account/discussion-mails', {
  summary: 'How often the caller is mailed about questions and answers',
  access: 'learner',
  answer: mails,
})

export const saveDiscussionMails = endpoint('PUT /my-account/discussion-mails', {
  summary: 'Sets how often the caller is mailed about questions and answers',
  access: 'learner',
  body: mails,
  answer: mails,
})

export const questionFilters = ['waiting', 'reported', 'hidden', 'all'] as const

const listed = question.extend({
  course_title: z.string(),
  lesson_title: z.string(),
  reports: z.int().describe('Of it and of its answers.'),
})
export type ListedQuestion = z.infer<typeof listed>

export const listQuestionsForStaff = endpoint('GET /admin/questions', {
  summary: 'Questions of all courses: those without an answer, oldest first; others newest first',
  access,
  query: z.object({ ...pageQuery, filter: z.enum(questionFilters).default('waiting') }),
  answer: z.object({ questions: z.array(listed), next_cursor }),
})

export const countWaitingQuestions = endpoint('GET /admin/questions-waiting', {
  summary: 'How many questions wait for an answer; a hundred stand for more',
  access,
  answer: z.object({ count: z.int() }),
})

const answer_id = z.uuid().nullable().default(null).describe('Null: the question itself.')

export const hideInDiscussion = endpoint('POST /admin/questions/:id/hide', {
  summary: 'Hides a question or an answer; its writer is told why',
  access,
  params,
  body: z.object({ answer_id, reason: z.enum(hideReasons) }),
  answer: openQuestion,
  problems: ['question_not_found'],
})

export const showInDiscussion = endpoint('POST /admin/questions/:id/show', {
  summary: 'Shows a question or an answer again, or lets one stand that was reported',
  access,
  params,
  body: z.object({ answer_id }),
  answer: openQuestion,
  problems: ['question_not_found'],
})

export const blockInDiscussion = endpoint('POST /admin/questions/:id/block', {
  summary: 'Keeps who wrote a question or an answer from writing more in this course',
  access,
  params,
  body: z.object({ answer_id, reason: z.enum(hideReasons) }),
  answer: openQuestion,
  problems: ['question_not_found'],
})

const block = z.object({
  course_id: z.string(),
  course_title: z.string(),
  learner_id: z.string(),
  name: z.string(),
  reason: z.enum(hideReasons),
  blocked_at: z.iso.datetime(),
})
const blocks = z.object({ blocks: z.array(block).describe('The newest hundred.') })
export type DiscussionBlock = z.infer<typeof block>

export const listDiscussionBlocks = endpoint('GET /admin/discussion-blocks', {
  summary: 'Who may not write in which course',
  access,
  answer: blocks,
})

export const endDiscussionBlock = endpoint('POST /admin/discussion-blocks/end', {
  summary: 'Lets somebody write in a course again',
  access,
  body: z.object({ course_id: z.string().min(1).max(200), learner_id: z.uuid() }),
  answer: blocks,
})
