import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'

/** All that the desk shows: what a resolved difference makes stale. */
export const financeKey = ['admin', 'desk']

export const summaryQuery = query([...financeKey, 'summary'], () =>
  call('GET /admin/desk/summary', {}),
)

export const failedRefundsQuery = query([...financeKey, 'failed-refunds'], () =>
  call('GET /admin/desk/failed-refunds', {}),
)

export const monthQuery = (month: string) =>
  query([...financeKey, 'month', month], () => call('GET /admin/desk/month', { query: { month } }))

export const refundsQuery = (state: 'waiting' | 'failed') =>
  pages([...financeKey, 'refunds', state], (cursor) =>
    call('GET /admin/desk/refunds', { query: { state, cursor } }),
  )

export const disputesQuery = (state: 'open' | 'over') =>
  pages([...financeKey, 'disputes', state], (cursor) =>
    call('GET /admin/desk/disputes', { query: { state, cursor } }),
  )

export const settlementsQuery = pages([...financeKey, 'settlements'], (cursor) =>
  call('GET /admin/desk/settlements', { query: { cursor } }),
)

export const differencesQuery = (state: 'open' | 'resolved') =>
  pages([...financeKey, 'differences', state], (cursor) =>
    call('GET /admin/desk/differences', { query: { state, cursor } }),
  )
