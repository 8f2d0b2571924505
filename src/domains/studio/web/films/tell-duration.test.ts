import { expect, test } from 'vitest'
import { retellDuration } from './tell-duration.ts'

test.each([
  ['', { before: null, now: 300 }, '5 min'],
  ['5 min', { before: 300, now: 1200 }, '20 min'],
  ['About 5 min', { before: 300, now: 1200 }, 'About 5 min'],
  ['5 min', { before: null, now: 1200 }, '5 min'],
  ['5 min', { before: 300, now: null }, '5 min'],
])('a lesson that says “%s” of its film, %j, says “%s” after', (stated, films, told) => {
  expect(retellDuration(stated, films)).toBe(told)
})
