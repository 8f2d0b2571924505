import { expect, test } from 'vitest'
import { judgeDuration } from './judge-duration.ts'

const judge = (durationInSeconds: number, kept: number | null, usual: number | null) =>
  judgeDuration({ durationInSeconds, keptInSeconds: kept, usualInSeconds: usual })

test('the first report of a video says how long it is', () => {
  expect(judge(100, null, null)).toBe(100)
})

test('later reports may lengthen a video and never shorten it', () => {
  expect(judge(120, 100, null)).toBe(120)
  expect(judge(5, 100, null)).toBe(100)
})

test('what several others measured stands against one much shorter', () => {
  expect(judge(5, null, 100)).toBe(100)
  expect(judge(95, null, 100)).toBe(95)
  expect(judge(500, null, 100)).toBe(500)
})
