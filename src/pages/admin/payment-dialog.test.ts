import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { samplePayment } from '../../../tests/support/sample-payment.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import { paymentQuery } from './queries.ts'

const payment = { ...samplePayment, user_name: 'Meera Nair', user_email: 'meera@example.test' }

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
