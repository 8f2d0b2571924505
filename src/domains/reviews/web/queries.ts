import type { QueryOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { listReviewsForStaff } from '../contract.ts'

export const reviewsQuery = (courseId: string) =>
  pages(['reviews', courseId], (cursor) =>
    call('GET /courses/:course_id/reviews', {
      params: { course_id: courseId },
      query: { cursor },
    }),
  )

export const myReviewQuery = (courseId: string) =>
  query(['my-review', courseId], () =>
    call('GET /courses/:course_id/my-review', { params: { course_id: courseId } }),
  )

/** All that work on a review makes stale. */
export const reviewsKey = ['admin', 'reviews']

export type ReviewsFilter = NonNullable<QueryOf<typeof listReviewsForStaff>['filter']>

export const listedReviewsQuery = (filter: ReviewsFilter) =>
  pages([...reviewsKey, filter], (cursor) =>
    call('GET /admin/reviews', { query: { filter, cursor } }),
  )
