import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { pageCursor } from '../../http/page-cursor.ts'
import { hideReasons } from '../../shared/hide-reasons.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { courseParams } from '../catalogue/contract.ts'
import { reviewStages } from './review-rules.ts'

const access = { right: 'courses' } as const
const params = z.object({ id: z.uuid() })
const words = z.string().trim().max(2_000, msg('Please use at most 2,000 characters.'))
const pageQuery = {
  cursor: pageCursor,
  limit: z.coerce.number().int().min(1).max(50).default(10),
}
const next_cursor = z.string().nullable().describe('Null: this is the last page.')

const fields = {
  id: z.string(),
  stars: z.int().min(1).max(5),
  words: z.string(),
  written_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  answer: z.string().nullable().describe('Of the academy.'),
}
const review = z.object({
  ...fields,
  by: z.string().nullable().describe('First name and a letter; null: a learner without a name.'),
})
export type Review = z.infer<typeof review>

export const listReviews = endpoint('GET /courses/:course_id/reviews', {
  summary:
    'What its learners say of a course, newest first; and how many reviews are hidden, and why',
  access: 'anyone',
  params: courseParams,
  query: z.object(pageQuery),
  answer: z.object({
    reviews: z.array(review),
    hidden: z.array(z.object({ reason: z.enum(hideReasons), count: z.int() })),
    next_cursor,
  }),
  problems: ['course_not_found'],
})

const ownReview = z.object({
  ...fields,
  hidden_because: z.enum(hideReasons).nullable(),
})
const myReview = z.object({
  review: ownReview.nullable(),
  may_write: z.boolean().describe('Owns the course now, and has played enough of it.'),
  asks: z
    .enum(reviewStages)
    .nullable()
    .describe('At which point a review is asked for now; null: it is not.'),
})
export type MyReview = z.infer<typeof myReview>

export const getMyReview = endpoint('GET /courses/:course_id/my-review', {
  summary: 'The caller’s own review of a course, and whether to ask for one',
  access: 'learner',
  params: courseParams,
  answer: myReview,
})

export const saveMyReview = endpoint('PUT /courses/:course_id/my-review', {
  summary: 'Writes or changes the caller’s review of a course of which they have played enough',
  access: 'learner',
  params: courseParams,
  body: z.object({ stars: z.int().min(1).max(5), words }),
  answer: myReview,
  problems: ['course_not_owned', 'course_not_found', 'review_too_early', 'too_many_tries'],
})

export const removeMyReview = endpoint('DELETE /courses/:course_id/my-review', {
  summary: 'Removes the caller’s review, whether they still have the course or not',
  access: 'learner',
  params: courseParams,
  answer: myReview,
})

export const dismissReviewRequest = endpoint('POST /courses/:course_id/my-review/dismiss', {
  summary: 'The caller does not want to be asked for a review at this point again',
  access: 'learner',
  params: courseParams,
  body: z.object({ stage: z.enum(reviewStages) }),
  answer: myReview,
})

export const reportReview = endpoint('POST /reviews/:id/report', {
  summary: 'Tells the academy that a review should not stand there; once for each reader',
  access: 'learner',
  params,
  answer: z.object({ message: z.string() }),
  problems: ['review_not_found', 'too_many_tries'],
})

export const reviewFilters = ['unanswered', 'reported', 'hidden', 'all'] as const

const listed = z.object({
  ...fields,
  course_id: z.string(),
  course_title: z.string(),
  by: z.string().nullable(),
  reports: z.int(),
  hidden_because: z.enum(hideReasons).nullable(),
})
export type ListedReview = z.infer<typeof listed>

export const listReviewsForStaff = endpoint('GET /admin/reviews', {
  summary: 'Reviews of all courses, newest first',
  access,
  query: z.object({
    ...pageQuery,
    filter: z.enum(reviewFilters).default('unanswered'),
  }),
  answer: z.object({ reviews: z.array(listed), next_cursor }),
})

export const answerReview = endpoint('PUT /admin/reviews/:id/answer', {
  summary: 'Sets the academy’s one answer to a review; empty: takes it away',
  access,
  params,
  body: z.object({
    words,
    before: fields.answer.optional().describe('The one that was read: refused if another stands.'),
  }),
  answer: listed,
  problems: ['review_not_found', 'review_answered'],
})

export const hideReview = endpoint('POST /admin/reviews/:id/hide', {
  summary: 'Hides a review. That one is hidden, and why, stays to be read',
  access,
  params,
  body: z.object({ reason: z.enum(hideReasons) }),
  answer: listed,
  problems: ['review_not_found'],
})

export const showReview = endpoint('POST /admin/reviews/:id/show', {
  summary: 'Shows a review again, or lets one stand that was reported',
  access,
  params,
  answer: listed,
  problems: ['review_not_found'],
})
