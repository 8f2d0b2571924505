import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../ui/call.ts'
import type {
  getFinanceSummary,
  getMonth,
  listDifferences,
  listDisputes,
  listFailedRefunds,
  listFinanceRefunds,
  listSettlements,
} from '../contract.ts'

/** All that the desk shows: what a resolved difference makes stale. */
export const financeKey = ['admin', 'desk']

export const summaryQuery = queryOptions({
  queryKey: [...financeKey, 'summary'],
  queryFn: () => call<typeof getFinanceSummary>('GET /admin/desk/summary', {}),
})

export const failedRefundsQuery = queryOptions({
  queryKey: [...financeKey, 'failed-refunds'],
  queryFn: () => call<typeof listFailedRefunds>('GET /admin/desk/failed-refunds', {}),
})

export const monthQuery = (month: string) =>
  queryOptions({
    queryKey: [...financeKey, 'month', month],
    queryFn: () => call<typeof getMonth>('GET /admin/desk/month', { query: { month } }),
  })

/** Pages of a list one after the other, each beginning where the one before ended. */
function pages<Page extends { next_cursor: string | null }>(
  name: readonly string[],
  ask: (cursor: string | undefined) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...financeKey, ...name],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined, // the first page begins nowhere
    getNextPageParam: (last: Page) => last.next_cursor,
  })
}

export const refundsQuery = (state: 'waiting' | 'failed') =>
  pages(['refunds', state], (cursor) =>
    call<typeof listFinanceRefunds>('GET /admin/desk/refunds', { query: { state, cursor } }),
  )

export const disputesQuery = (state: 'open' | 'over') =>
  pages(['disputes', state], (cursor) =>
    call<typeof listDisputes>('GET /admin/desk/disputes', { query: { state, cursor } }),
  )

export const settlementsQuery = pages(['settlements'], (cursor) =>
  call<typeof listSettlements>('GET /admin/desk/settlements', { query: { cursor } }),
)

export const differencesQuery = (state: 'open' | 'resolved') =>
  pages(['differences', state], (cursor) =>
    call<typeof listDifferences>('GET /admin/desk/differences', { query: { state, cursor } }),
  )
