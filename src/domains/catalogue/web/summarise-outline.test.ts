import { expect, it } from 'vitest'
import { describeLessons, describeModuleCount } from './summarise-outline.ts'

const outline = (...durations: string[]) => ({
  modules: [{ videos: durations.map((duration) => ({ duration })) }],
})

it('counts the lessons of a course and sums their length', () => {
  expect(describeLessons(outline('10 min', '5 min'))).toBe('2 lessons · 15 min')
})

it('does not promise a length while one lesson does not say its own', () => {
  expect(describeLessons(outline('10 min', ''))).toBe('2 lessons')
})

it('says nothing of lessons while there are none', () => {
  expect(describeLessons({ modules: [] })).toBeNull()
})

it('counts modules, and promises six while a course has none', () => {
  expect(describeModuleCount(outline('1 min'))).toBe('1 module')
  expect(describeModuleCount({ modules: [] })).toBe('6 modules')
})
