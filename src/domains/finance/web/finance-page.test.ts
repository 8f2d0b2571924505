import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { addDays, dayInIndia } from '../../../shared/india-time.ts'
import { profileQuery } from '../../accounts/web/profile-queries.ts'
import FinancePage from './finance-page.tsx'
import { disputesQuery, monthQuery } from './finance-queries.ts'
import { MonthSection } from './month-section.tsx'

const client = new QueryClient()

function show(page: FunctionComponent, address: string): string {
  const shown = createElement(MemoryRouter, { initialEntries: [address] }, createElement(page))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown))
}

test('disputes that are over have a list of their own, with what the bank took', () => {
  const dispute = {
    id: 'disp_1',
    payment_id: '1',
    razorpay_payment_id: 'pay_1',
    status: 'lost',
    amount: 4999,
    deducted: 1250,
    respond_by: null,
    heard_at: '2026-11-21T05:00:00Z',
    course_title: 'Reels',
    user_name: 'Meera Nair',
    user_email: 'meera@example.test',
  }
  const page = { disputes: [dispute], next_cursor: null }
  client.setQueryData(disputesQuery('over').queryKey, { pages: [page], pageParams: [undefined] })

  const said = show(FinancePage, '/admin/money?list=over')

  expect(said).toContain('<option value="over" selected="">Disputes that are over</option>')
  expect(said).toContain('₹1,250')
})

test('a month without tax documents offers no sales register, which would be headings alone', () => {
  const month = addDays(`${dayInIndia().slice(0, 7)}-01`, -1).slice(0, 7)
  const none = { count: 0, amount: 0 }
  const brought = {
    from: `${month}-01`,
    to: `${month}-28`,
    sold: none,
    refunded: none,
    lost: none,
    fees: { fee: 0, tax: 0 },
    net: 0,
    under_way: { not_settled: none, refunds: none, disputes: none },
    coupons: [],
  }
  const owner = {
    id: '1',
    name: 'O',
    email: 'o@example.test',
    is_admin: true,
    role: 'owner' as const,
  }
  client.setQueryData([...profileQuery.queryKey], { user: owner })
  const showWith = (
    tax: { gstin: string; taxable: number; igst: number; cgst: number; sgst: number }[],
  ) => {
    client.setQueryData(monthQuery(month).queryKey, { ...brought, tax })
    return show(MonthSection, '/admin/money')
  }

  expect(showWith([])).toContain('All orders')
  expect(showWith([])).not.toContain('Sales register')
  const taxes = { taxable: 100, igst: 18, cgst: 0, sgst: 0 }
  expect(showWith([{ gstin: '29AAGCB7383J1Z4', ...taxes }])).toContain('Sales register')
})
