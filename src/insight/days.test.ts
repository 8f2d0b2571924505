import { expect, test } from 'vitest'
import { monthUntil, sameDaysOfMonthBefore, yesterdayOf } from './days.ts'

test.each([
  ['2026-03-15', '2026-02-01', '2026-02-15'],
  ['2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2025-12-01', '2025-12-01'],
  ['2024-03-30', '2024-02-01', '2024-02-29'],
])('the month until %s is held against %s to %s', (today, from, to) => {
  expect(sameDaysOfMonthBefore(today)).toEqual({ from, to })
})

test('a month begins on its first, and yesterday may be in another year', () => {
  expect(monthUntil('2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  expect(yesterdayOf('2026-01-01')).toEqual({ from: '2025-12-31', to: '2025-12-31' })
})
