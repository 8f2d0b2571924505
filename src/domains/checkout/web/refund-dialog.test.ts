import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { samplePayment } from '../../../../tests/support/sample-payment.ts'
import { RefundDialog } from './refund-dialog.tsx'

const payment = {
  ...samplePayment,
  amount: 4499.1,
  list_price: 4499.1,
  returned: 1000,
  can_refund: true,
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
