import { expect, test } from 'vitest'
import { repeatTry } from './repeat-try.ts'

test('what is sent again has its id, and what says something else one of its own', () => {
  const first = repeatTry(null, 'a@example.test')
  const again = repeatTry(first, 'a@example.test')
  const other = repeatTry(again, 'b@example.test')

  expect(again).toEqual(first)
  expect(other.id).not.toBe(first.id)
})
