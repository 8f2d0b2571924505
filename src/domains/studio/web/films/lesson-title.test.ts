import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lessonTitleOf } from './lesson-title.ts'

test.each([
  ['02_first-cut.mp4', 'First cut'],
  ['02-first-cut.MP4', 'First cut'],
  ['3. Sound & light.mov', 'Sound & light'],
  ['4 - The end.webm', 'The end'],
  ['3 ways to cut.mkv', '3 ways to cut'],
  ['2024-review.mp4', '2024 review'],
  ['1.5 hours.mp4', '1.5 hours'],
  ['पहला_पाठ.mp4', 'पहला पाठ'],
  ['001.mp4', '001'],
  ['.mp4', '.mp4'],
])('a film named %s makes the lesson “%s”', (filename, title) => {
  expect(lessonTitleOf(filename)).toBe(title)
})

test('every file makes a lesson that can be saved', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (name) => {
      fc.pre(name.trim() !== '')
      const title = lessonTitleOf(name)
      expect(title.trim()).not.toBe('')
      expect(title.length).toBeLessThanOrEqual(200)
    }),
  )
})
