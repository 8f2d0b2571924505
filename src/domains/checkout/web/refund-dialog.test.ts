import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Payment } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

const payment: Payment = {
  id: '1',
  course_id: 'reels',
  course_title: 'Reels',
  amount: 4499.1,
  list_price: 4499.1,
  discount: 0,
  coupon_code: null,
  coupon_discount: null,
  bundle_id: null,
  status: 'completed',
  created_at: '2026-11-21T05:00:00Z',
  completed_at: '2026-11-21T05:01:00Z',
  razorpay_payment_id: 'pay_1',
  receipt_number: null,
  invoice_number: null,
  credit_note_number: null,
  credit_note_numbers: [],
  returned: 1000,
  refund: null,
  can_refund: true,
  refund_by_mail: false,
}

test('who asks for a refund of a payment of which a part went back reads what is left', () => {
  const dialog = createElement(RefundDialog, {
    payment,
    onClose: () => undefined,
    onNotice: () => undefined,
  })

  const client = new QueryClient()
  const said = renderToStaticMarkup(createElement(QueryClientProvider, { client }, dialog))

  expect(said).toContain('You get ₹3,499.10 back for “Reels”')
  expect(said).toContain('Refund ₹3,499.10')
})
