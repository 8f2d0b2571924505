import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import type { listCourses } from '../../catalogue/contract.ts'
import type { getLaunchPrice, listAdminBundles, listCoupons } from '../contract.ts'

/** All that the office shows of offers. */
export const offersKey = ['admin', 'offers']

export const couponsQuery = infiniteQueryOptions({
  queryKey: [...offersKey, 'coupons'],
  queryFn: ({ pageParam }) =>
    call<typeof listCoupons>('GET /admin/coupons', { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // the first page begins nowhere
  getNextPageParam: ({ next_cursor }) => next_cursor,
})

export const bundlesQuery = infiniteQueryOptions({
  queryKey: [...offersKey, 'bundles'],
  queryFn: ({ pageParam }) =>
    call<typeof listAdminBundles>('GET /admin/bundles', { query: { cursor: pageParam } }),
  initialPageParam: undefined as string | undefined, // the first page begins nowhere
  getNextPageParam: ({ next_cursor }) => next_cursor,
})

/** What can be put into an offer. */
export const soldCoursesQuery = queryOptions({
  queryKey: [...offersKey, 'courses'],
  queryFn: () => call<typeof listCourses>('GET /courses', {}),
})

export function launchPriceQuery(id: string) {
  return queryOptions({
    queryKey: [...offersKey, 'launch price', id],
    queryFn: () =>
      call<typeof getLaunchPrice>('GET /admin/courses/:id/launch-price', { params: { id } }),
    enabled: id !== '',
  })
}
