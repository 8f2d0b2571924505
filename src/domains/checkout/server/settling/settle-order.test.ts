import { expect, test } from 'vitest'
import { readSourceFiles } from '../../../../../tests/support/read-imports.ts'

test('no file but the settling one changes what state an order is in', () => {
  // Whether what was heard of an unpaid order is still kept is no state of it.
  const inText = /update orders (?!set is_history_kept = false where)/i
  const updates = /\.update\(orders\)\s*\.set\((?<values>[\s\S]*?)\)\s*\.where\(/g
  const state = /\b(status|razorpayPaymentId|method|failure|completedAt|refundedAt):/
  const writers = readSourceFiles()
    .filter(
      ({ text }) =>
        inText.test(text) ||
        Array.from(text.matchAll(updates)).some(({ groups }) => state.test(groups?.values ?? '')),
    )
    .map(({ path }) => path)

  expect(writers).toEqual(['domains/checkout/server/settling/settle-order.ts'])
})
