import { expect, test } from 'vitest'
import { describePath } from './describe-path.ts'

test.each([
  ['course.title', 'The course’s title'],
  ['course.price', 'The course’s price'],
  ['course.modules.0.title', 'Module 1: title'],
  ['course.modules.2.videos.11.url', 'Module 3, lesson 12: link'],
  ['course.teachers.0.name', 'The course’s teachers'],
])('%s is "%s"', (path, words) => {
  expect(describePath(path)).toBe(words)
})
