import { queryOptions } from '@tanstack/react-query'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { listAllCourses } from '../../studio/contract.ts'
import { nameWithState } from '../../studio/web/name-with-state.ts'
import { allCoursesQuery } from '../../studio/web/queries.ts'

/** All that the office shows of offers. */
export const offersKey = ['admin', 'offers']

export const couponsQuery = pages([...offersKey, 'coupons'], (cursor) =>
  call('GET /admin/coupons', { query: { cursor } }),
)

export const bundlesQuery = pages([...offersKey, 'bundles'], (cursor) =>
  call('GET /admin/bundles', { query: { cursor } }),
)

type CourseRow = ResponseOf<typeof listAllCourses>[number]

/** What can be put into an offer, oldest first: also what only those find who have its link. */
export const soldCoursesQuery = queryOptions({ ...allCoursesQuery, select: listSold })

/** What can have a launch price: behind what is sold also what is off sale, which may still have one. */
export const pricedCoursesQuery = queryOptions({
  ...allCoursesQuery,
  select: (rows) => [...listSold(rows), ...choose(rows, ['off_sale'])],
})

function listSold(rows: CourseRow[]) {
  return choose(rows, ['on_sale', 'unlisted'])
}

function choose(rows: CourseRow[], states: CourseRow['state'][]) {
  return rows
    .filter(({ state }) => states.includes(state))
    .toReversed()
    .map((row) => ({ id: row.id, title: nameWithState(row), price: row.price ?? 0 }))
}

export const launchPriceQuery = (id: string) =>
  query(
    [...offersKey, 'launch price', id],
    () => call('GET /admin/courses/:id/launch-price', { params: { id } }),
    { enabled: id !== '' },
  )
