import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { samplePayment } from '../../../tests/support/sample-payment.ts'
import type { getPayment } from '../../domains/admin/contract.ts'
import { refundCauses } from '../../domains/checkout/statuses.ts'
import type { ResponseOf } from '../../http/endpoint.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { paymentQuery } from './queries.ts'

const payment = { ...samplePayment, user_name: 'Meera Nair', user_email: 'meera@example.test' }

type Story = ResponseOf<typeof getPayment>

function show(changes: Partial<Story['payment']>, refunds: Story['refunds'] = []): string {
  const client = new QueryClient()
  const story = { order_id: 'order_1', items: [], timeline: [], refunds, access: [] }
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

test('why a payment goes back is told in words', () => {
  for (const cause of refundCauses) {
    const refund = { razorpay_payment_id: 'pay_1', razorpay_refund_id: null, amount: 300, cause }
    const made = { ...refund, status: 'pending', created_at: '2026-11-21T05:00:00Z' }
    expect(show({}, [made])).toMatch(/₹300: [A-Z]/)
  }
})
