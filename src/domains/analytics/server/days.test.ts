import { expect, test } from 'vitest'
import { monthBeforeUntil, monthUntil, yesterdayUntil } from './days.ts'

test.each([
  ['2026-03-15', '2026-02-01', '2026-02-15', 877],
  ['2026-03-31', '2026-02-01', '2026-02-28', null],
  ['2026-03-28', '2026-02-01', '2026-02-28', 877],
  ['2026-01-01', '2025-12-01', '2025-12-01', 877],
  ['2024-03-30', '2024-02-01', '2024-02-29', null],
])('the month until %s, 14:37, is held against %s to %s', (today, from, to, minutesOfLastDay) => {
  expect(monthBeforeUntil(today, 877)).toEqual({ from, to, minutesOfLastDay })
})

test('a month begins on its first, and yesterday may be in another year', () => {
  expect(monthUntil('2026-11-22')).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  expect(yesterdayUntil('2026-01-01', 5)).toEqual({
    from: '2025-12-31',
    to: '2025-12-31',
    minutesOfLastDay: 5,
  })
})
