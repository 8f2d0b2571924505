import { expect, test } from 'vitest'
import { formatTime, sayTime } from './format-time.ts'

test.each([
  [0, '0:00', '0 seconds'],
  [65.9, '1:05', '1 minute 5 seconds'],
  [3725, '1:02:05', '1 hour 2 minutes 5 seconds'],
])('%d seconds are written %s and said %s', (seconds, written, said) => {
  expect(formatTime(seconds)).toBe(written)
  expect(sayTime(seconds)).toBe(said)
})
