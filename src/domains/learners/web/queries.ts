import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
import type { learnerFilters, learnerSorts } from '../contract.ts'

/** All of the office's learners: what an act on one makes stale. */
export const learnersKey = ['admin', 'learners']

export interface LearnersFilter {
  search: string
  /** Empty: all. */
  filter: (typeof learnerFilters)[number] | ''
  /** The id of a course; empty: any. */
  has_course: string
  sort: (typeof learnerSorts)[number]
}

/** Page after page of the list. */
export const learnersQuery = ({ search, filter, has_course, sort }: LearnersFilter) =>
  pages([...learnersKey, 'list', search, filter, has_course, sort], (cursor) =>
    call('GET /admin/learners', {
      query: {
        sort,
        ...(search !== '' && { search }),
        ...(filter !== '' && { filter }),
        ...(has_course !== '' && { has_course }),
        cursor,
      },
    }),
  )

export const learnerQuery = (id: string) =>
  query([...learnersKey, 'one', id], () => call('GET /admin/learners/:id', { params: { id } }))

/** What can be chosen. */
export const courseNamesQuery = query([...learnersKey, 'courses'], () =>
  call('GET /admin/course-names', {}),
)

/** What the caller is told of looks at their own account. */
export const impersonationsQuery = query(['support-views'], () =>
  call('GET /my-account/support-views', {}),
)

/** Which other account waits to be joined to the caller's own. */
export const joinRequestQuery = query(['join-request'], () => call('GET /my-account/join', {}))

/** What Razorpay knows of an order now; it is settled by that. */
export function checkAtRazorpay(payment_id: string) {
  return call('POST /admin/payments/:payment_id/ask', { params: { payment_id } })
}

export function requestImport({ csv, isDryRun }: { csv: string; isDryRun: boolean }) {
  return call('POST /admin/learners/import', {
    query: { dry_run: isDryRun ? 'true' : 'false' },
    body: { csv },
  })
}
