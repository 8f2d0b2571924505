import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { courseParams } from '../catalogue/contract.ts'
import { answer } from './grade.ts'
import { questionKinds } from './quiz.ts'

const ofLesson = courseParams.extend({ video_id: z.string().min(1).max(200) })
const ofAttempt = ofLesson.extend({ attempt_id: z.guid() })
const kind = z.enum(questionKinds)
const gone = ['course_not_found', 'course_not_owned', 'quiz_not_found'] as const

/** What is asked, without anything that tells what is right. */
const asked = z.object({
  id: z.string(),
  kind,
  html: z.string().describe('The question. Safe in any page.'),
  choices: z
    .array(z.string())
    .describe('Answers to choose from or items to put in order, as shuffled for this try.'),
  answer: answer
    .nullable()
    .describe('As given: places of choices, in the wished order; a yes or no; or a text.'),
})

const attempt = z.object({
  id: z.string(),
  number: z.int(),
  started_at: z.iso.datetime(),
  questions: z.array(asked),
})
export type Attempt = z.infer<typeof attempt>

const graded = asked.extend({
  fraction: z.number().describe('0 to 1 of the full marks.'),
  explanation_html: z.string(),
  leads_to_second: z
    .int()
    .nullable()
    .describe('Where the present film explains it; null if answered rightly.'),
  right_answer: answer.nullable().describe('Null while it may still be tried.'),
})

const result = z.object({
  id: z.string(),
  number: z.int(),
  submitted_at: z.iso.datetime(),
  score: z.number().describe('Percent, not rounded.'),
  pass_mark: z.int().describe('Percent, as it was when the try began.'),
  passed: z.boolean(),
  questions: z.array(graded),
})
export type QuizResult = z.infer<typeof result>

const state = z.object({
  at_second: z.int().nullable().describe('Of the present film; null: at the end of the lesson.'),
  pass_mark: z.int().describe('Percent.'),
  question_count: z.int().describe('Of one try.'),
  counts_for_completion: z.boolean(),
  is_new: z.boolean().describe('Came after the caller had completed the course.'),
  passed_at: z.iso.datetime().nullable(),
  tries_used: z.int(),
  tries_left: z.int().nullable().describe('Null: as many as wanted.'),
  open: attempt.nullable(),
  last: result.nullable(),
})
export type QuizState = z.infer<typeof state>

const listed = z.object({
  video_id: z.string(),
  at_second: z.int().nullable(),
  question_count: z.int(),
  counts_for_completion: z.boolean(),
  passed: z.boolean(),
  is_new: z.boolean(),
})
export type ListedQuiz = z.infer<typeof listed>

export const listQuizzes = endpoint('GET /courses/:course_id/quizzes', {
  summary: 'Which lessons of the caller’s course have a quiz, and which of them were passed',
  access: 'learner',
  params: courseParams,
  answer: z.array(listed),
  problems: ['course_not_found', 'course_not_owned'],
})

export const getQuiz = endpoint('GET /courses/:course_id/videos/:video_id/quiz', {
  summary: 'The quiz of a lesson with the caller’s tries; what is right is told by no open try',
  access: 'learner',
  params: ofLesson,
  answer: state,
  problems: [...gone, 'lesson_not_due'],
})

export const startAttempt = endpoint('POST /courses/:course_id/videos/:video_id/quiz/attempts', {
  summary: 'Begins a try; the same one again as long as it was not handed in',
  access: 'learner',
  params: ofLesson,
  answer: attempt,
  problems: [...gone, 'lesson_not_due', 'quiz_tries_used', 'too_many_tries'],
})

export const giveAnswer = endpoint(
  'PUT /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/answers/:question_id',
  {
    summary: 'Keeps an answer of an open try; the last one given counts',
    access: 'learner',
    params: ofAttempt.extend({ question_id: z.string().min(1).max(100) }),
    body: z.object({
      answer,
      took_in_seconds: z.int().min(0).max(86_400).optional().describe('So far, for this question.'),
    }),
    answer: z.object({ answer }),
    problems: ['course_not_found', 'course_not_owned', 'attempt_not_found', 'attempt_submitted'],
  },
)

export const submitAttempt = endpoint(
  'POST /courses/:course_id/videos/:video_id/quiz/attempts/:attempt_id/submit',
  {
    summary:
      'Hands a try in, an order that nobody touched as it was shown; the same result again for one that was',
    access: 'learner',
    params: ofAttempt,
    answer: state,
    problems: ['course_not_found', 'course_not_owned', 'attempt_not_found'],
  },
)

export const readQuizFigures = endpoint('GET /admin/courses/:id/quizzes/:video_id/figures', {
  summary: 'How the questions of a lesson’s quiz were answered in the newest thousand tries',
  access: { right: 'courses' },
  params: z.object({ id: z.string().min(1).max(200), video_id: z.string().min(1).max(200) }),
  answer: z.array(
    z.object({
      question_id: z.string(),
      tries: z.int().describe('Of the published version.'),
      share_right: z.number().nullable().describe('0 to 1; null below five tries.'),
      median_seconds: z.number().nullable().describe('Null below five tries.'),
    }),
  ),
})
