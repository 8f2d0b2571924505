import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaymentDialog } from './payment-dialog.tsx'
import { paymentQuery } from './queries.ts'

const payment = {
  id: '1',
  course_id: 'reels',
  course_title: 'Reels',
  amount: 4999,
  list_price: 4999,
  discount: 0,
  coupon_code: null,
  coupon_discount: null,
  bundle_id: null,
  status: 'completed' as const,
  created_at: '2026-11-20T10:00:00.000Z',
  completed_at: '2026-11-20T10:01:00.000Z',
  razorpay_payment_id: 'pay_1',
  receipt_number: null,
  invoice_number: null,
  credit_note_number: null,
  credit_note_numbers: [],
  returned: 0,
  refund_by_mail: false,
  refund: null,
  can_refund: false,
  user_name: 'Meera Nair',
  user_email: 'meera@example.test',
}

function show(changes: Partial<typeof payment>): string {
  const client = new QueryClient()
  const story = { order_id: 'order_1', items: [], timeline: [], refunds: [], access: [] }
  client.setQueryData(paymentQuery('1').queryKey, { ...story, payment: { ...payment, ...changes } })
  const nothing = () => undefined
  const dialog = createElement(PaymentDialog, {
    paymentId: '1',
    onClose: nothing,
    onNotice: nothing,
  })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, dialog))
}

test('what went back of a payment whose course stays open is a fact of it', () => {
  expect(show({ returned: 300 })).toMatch(/Went back<\/dt><dd[^>]*>₹300</)
  expect(show({})).not.toContain('Went back')
})
