import type { BodyOf, QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import type { HideReason } from '../../../shared/hide-reasons.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type {
  answerReview,
  ListedReview,
  listReviewsForStaff,
  MyReview,
  reportReview,
  saveMyReview,
} from '../contract.ts'
import type { ReviewStage } from '../review-rules.ts'

export const reviewsQuery = (courseId: string) =>
  pages(['reviews', courseId], (cursor) =>
    call('GET /courses/:course_id/reviews', {
      params: { course_id: courseId },
      query: { cursor },
    }),
  )

export function requestReport(id: string): Promise<ResponseOf<typeof reportReview>> {
  return call('POST /reviews/:id/report', { params: { id } })
}

const of = (courseId: string) => ({ params: { course_id: courseId } })

export const myReviewQuery = (courseId: string) =>
  query(['my-review', courseId], () => call('GET /courses/:course_id/my-review', of(courseId)))

export function requestSave(
  courseId: string,
  body: BodyOf<typeof saveMyReview>,
): Promise<MyReview> {
  return call('PUT /courses/:course_id/my-review', { ...of(courseId), body })
}

export function requestRemoval(courseId: string): Promise<MyReview> {
  return call('DELETE /courses/:course_id/my-review', of(courseId))
}

export function requestDismissal(courseId: string, stage: ReviewStage): Promise<MyReview> {
  return call('POST /courses/:course_id/my-review/dismiss', {
    ...of(courseId),
    body: { stage },
  })
}

/** All that work on a review makes stale. */
export const reviewsKey = ['admin', 'reviews']

export type ReviewsFilter = NonNullable<QueryOf<typeof listReviewsForStaff>['filter']>

export const listedReviewsQuery = (filter: ReviewsFilter) =>
  pages([...reviewsKey, filter], (cursor) =>
    call('GET /admin/reviews', { query: { filter, cursor } }),
  )

export function requestAnswer(
  id: string,
  body: BodyOf<typeof answerReview>,
): Promise<ListedReview> {
  return call('PUT /admin/reviews/:id/answer', { params: { id }, body })
}

export function requestHiding(id: string, reason: HideReason): Promise<ListedReview> {
  const input = { params: { id }, body: { reason } }
  return call('POST /admin/reviews/:id/hide', input)
}

export function requestShowing(id: string): Promise<ListedReview> {
  return call('POST /admin/reviews/:id/show', { params: { id } })
}
