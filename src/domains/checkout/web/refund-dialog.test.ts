import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { samplePayment } from '../../../../tests/support/sample-payment.ts'
import type { Payment } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

const payment = {
  ...samplePayment,
  amount: 4499.1,
  list_price: 4499.1,
  returned: 1000,
  can_refund: true,
}

function show(changes: Partial<Payment> = {}): string {
  const dialog = createElement(RefundDialog, {
    payment: { ...payment, ...changes },
    onClose: () => undefined,
    onNotice: () => undefined,
  })
  const client = new QueryClient()
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, dialog))
}

test('who asks for a refund of a payment of which a part went back reads what is left', () => {
  expect(show()).toContain('You get ₹3,499.10 back for “Reels”')
  expect(show()).toContain('Refund ₹3,499.10')
})

test('who has a course by something else, too, does not read that it closes', () => {
  expect(show()).toContain('unless you have the course without this payment, too')
  expect(show({ bundle_id: '1' })).toContain('those that you have without this payment, too, stay')
})
