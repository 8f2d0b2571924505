import { expect, it } from 'vitest'
import { queryOf, readPaymentsView, sortBy, writePaymentsView } from './payments-view.ts'

const usual = readPaymentsView(new URLSearchParams())

it('an administrator sees the newest payments first', () => {
  expect(queryOf(usual)).toEqual({ sort: 'created', direction: 'desc', page: 1, page_size: 25 })
})

it('a view can be kept as an address', () => {
  const view = {
    search: 'asha@',
    status: 'pending' as const,
    sort: 'amount' as const,
    direction: 'asc' as const,
    page: 3,
  }

  expect(readPaymentsView(writePaymentsView(view))).toEqual(view)
  expect(writePaymentsView(usual).toString()).toBe('tab=payments')
})

it('a spoiled address shows the usual view', () => {
  const spoiled = new URLSearchParams('status=odd&sort=__proto__&direction=up&page=-1')

  expect(readPaymentsView(spoiled)).toEqual(usual)
})

it('a heading pressed twice turns the order round and begins at the first page', () => {
  const once = sortBy({ ...usual, page: 4 }, 'amount')

  expect(once).toMatchObject({ sort: 'amount', direction: 'desc', page: 1 })
  expect(sortBy(once, 'amount')).toMatchObject({ direction: 'asc' })
  expect(sortBy(usual, 'user')).toMatchObject({ direction: 'asc' })
})
