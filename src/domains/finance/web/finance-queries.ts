import { call } from '../../../ui/call.ts'
import { pages, query } from '../../../ui/query.ts'
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

export const summaryQuery = query([...financeKey, 'summary'], () =>
  call<typeof getFinanceSummary>('GET /admin/desk/summary', {}),
)

export const failedRefundsQuery = query([...financeKey, 'failed-refunds'], () =>
  call<typeof listFailedRefunds>('GET /admin/desk/failed-refunds', {}),
)

export const monthQuery = (month: string) =>
  query([...financeKey, 'month', month], () =>
    call<typeof getMonth>('GET /admin/desk/month', { query: { month } }),
  )

export const refundsQuery = (state: 'waiting' | 'failed') =>
  pages([...financeKey, 'refunds', state], (cursor) =>
    call<typeof listFinanceRefunds>('GET /admin/desk/refunds', { query: { state, cursor } }),
  )

export const disputesQuery = (state: 'open' | 'over') =>
  pages([...financeKey, 'disputes', state], (cursor) =>
    call<typeof listDisputes>('GET /admin/desk/disputes', { query: { state, cursor } }),
  )

export const settlementsQuery = pages([...financeKey, 'settlements'], (cursor) =>
  call<typeof listSettlements>('GET /admin/desk/settlements', { query: { cursor } }),
)

export const differencesQuery = (state: 'open' | 'resolved') =>
  pages([...financeKey, 'differences', state], (cursor) =>
    call<typeof listDifferences>('GET /admin/desk/differences', { query: { state, cursor } }),
  )
