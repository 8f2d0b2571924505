import { expect, test } from 'vitest'
import { describePlace } from './describe-place.ts'

test.each([
  ['course.modules.0.videos.1.url', 'module 1, lesson 2, url'],
  ['course.outcomes.2', 'outcomes 3'],
  ['version', 'version'],
  ['', 'the file'],
])('the place %j is called %j', (path, words) => {
  expect(describePlace(path)).toBe(words)
})
