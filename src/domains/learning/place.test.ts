import { expect, test } from 'vitest'
import { isPlayable } from './place.ts'

test('a place of the film that a lesson shows can be played, also once that film is back', () => {
  expect(isPlayable({ film: 2 }, 2)).toBe(true)
  expect(isPlayable({ film: 1 }, 2)).toBe(false)
  expect(isPlayable({ film: 1 }, 1)).toBe(true)
})

test('a place of a lesson that has left the course cannot be played', () => {
  expect(isPlayable({ film: 1 }, null)).toBe(false)
})
