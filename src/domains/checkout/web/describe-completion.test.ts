import { expect, test } from 'vitest'
import { describeCompletion } from './describe-completion.ts'

test('a payment says when it was completed, whatever became of it later', () => {
  for (const status of ['completed', 'refunded'] as const) {
    expect(describeCompletion({ status, completed_at: '2026-11-05T04:05:00Z' })).toBe(
      '05 Nov 2026, 09:35 am',
    )
  }
})

test('a payment that went back without ever being completed is not pending', () => {
  expect(describeCompletion({ status: 'pending', completed_at: null })).toBe('Pending')
  expect(describeCompletion({ status: 'refunded', completed_at: null })).toBe('–')
  expect(describeCompletion({ status: 'failed', completed_at: null })).toBe('Pending')
})
