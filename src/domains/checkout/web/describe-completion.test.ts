import { expect, test } from 'vitest'
import { describeCompletion, describeNoPayment } from './describe-completion.ts'

test('a payment says when it was completed, or Pending', () => {
  expect(describeCompletion({ completed_at: '2026-11-05T04:05:00Z' })).toBe('05 Nov 2026, 09:35 am')
  expect(describeCompletion({ completed_at: null })).toBe('Pending')
})

test('what cost nothing waits for no payment', () => {
  expect(describeNoPayment({ amount: 0 })).toBe('None')
  expect(describeNoPayment({ amount: 4999 })).toBe('None yet')
})
