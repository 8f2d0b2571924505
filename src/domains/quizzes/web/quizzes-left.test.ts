import { expect, test } from 'vitest'
import { quizzesLeft, quizzesLeftNotice } from './quizzes-left.ts'

test('left is what counts, was not passed, and was there before the course was completed', () => {
  const quiz = { counts_for_completion: true, passed: false, is_new: false }

  expect(
    quizzesLeft([
      quiz,
      { ...quiz, passed: true },
      { ...quiz, is_new: true },
      { ...quiz, counts_for_completion: false },
    ]),
  ).toEqual([quiz])
  expect(quizzesLeftNotice(1)).toBe('1 quiz is left to pass.')
  expect(quizzesLeftNotice(2)).toBe('2 quizzes are left to pass.')
})
