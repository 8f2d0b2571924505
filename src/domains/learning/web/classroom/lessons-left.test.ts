import { expect, test } from 'vitest'
import { lessonsLeftNotice } from './lessons-left.ts'

test.each([
  [12, 9, '3 of 12 lessons are left.'],
  [12, 11, '1 of 12 lessons is left.'],
  [1, 0, '1 of 1 lesson is left.'],
  [12, 12, null],
  [0, 0, null],
])('a learner of %d lessons with %d done reads: %s', (count, done, sentence) => {
  const videos = Array.from({ length: count }, (_, at) => ({ completed: at < done }))

  expect(lessonsLeftNotice(videos)).toBe(sentence)
})
