import { orderStatuses } from '../../domains/checkout/statuses.ts'
import type { PaymentsQuery } from './queries.ts'

export const paymentsPerPage = 25

const sorts = ['created', 'completed', 'amount', 'user', 'course'] as const

export type PaymentSort = (typeof sorts)[number]

/** Which payments are shown: read from the address, so that it can be kept and sent on. */
export function readPaymentsView(search: URLSearchParams) {
  const page = Number(search.get('page') ?? 1)
  return {
    search: search.get('search') ?? '',
    status: orderStatuses.find((status) => status === search.get('status')) ?? null,
    sort: sorts.find((sort) => sort === search.get('sort')) ?? 'created',
    direction: search.get('direction') === 'asc' ? ('asc' as const) : ('desc' as const),
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}

export type PaymentsView = ReturnType<typeof readPaymentsView>

/** The address's values for a view; what is usual is left out. */
export function writePaymentsView(view: PaymentsView): URLSearchParams {
  const search = new URLSearchParams({ tab: 'payments' })
  if (view.search !== '') search.set('search', view.search)
  if (view.status !== null) search.set('status', view.status)
  if (view.sort !== 'created') search.set('sort', view.sort)
  if (view.direction !== 'desc') search.set('direction', view.direction)
  if (view.page !== 1) search.set('page', String(view.page))
  return search
}

/** A press on a heading: the first sorts by it, the next turns it round. */
export function sortBy(view: PaymentsView, sort: PaymentSort): PaymentsView {
  if (view.sort === sort) {
    return { ...view, direction: view.direction === 'asc' ? 'desc' : 'asc', page: 1 }
  }
  const isText = sort === 'user' || sort === 'course'
  return { ...view, sort, direction: isText ? 'asc' : 'desc', page: 1 }
}

/** What is asked of the server for a view. */
export function queryOf({ status, search, ...view }: PaymentsView): PaymentsQuery {
  return {
    ...view,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(status !== null && { status }),
    page_size: paymentsPerPage,
  }
}
