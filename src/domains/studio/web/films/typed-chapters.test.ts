import { expect, test } from 'vitest'
import { carryChapters, typedChapters } from './typed-chapters.ts'

test('chapters that are being typed go over to the film that takes the place of theirs', () => {
  typedChapters.set('first', '0:00 Welcome')

  carryChapters('first', 'second')
  carryChapters('of which nothing was typed', 'third')

  expect([...typedChapters]).toEqual([['second', '0:00 Welcome']])
})
