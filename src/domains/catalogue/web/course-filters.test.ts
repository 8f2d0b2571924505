import { expect, test } from 'vitest'
import type { Course } from '../contract.ts'
import { listFilters } from './course-filters.ts'
import { findCourses } from './find-courses.ts'

const courses = [
  courseOf('one', 'Hindi', 'beginner'),
  courseOf('two', 'हिंदी', 'advanced'),
  courseOf('three', 'tamil'),
  courseOf('four', 'Hindi and English', 'beginner'),
  courseOf('five'),
]

test('languages are one however the academy has typed them, and unknown ones stand as typed', () => {
  expect(listFilters(courses).language).toEqual([
    { value: 'hi', label: 'Hindi' },
    { value: 'hindi and english', label: 'Hindi and English' },
    { value: 'ta', label: 'Tamil' },
  ])
})

test('levels come from the easiest on, only those that there are', () => {
  expect(listFilters(courses).level).toEqual([
    { value: 'beginner', label: 'For beginners' },
    { value: 'advanced', label: 'For the advanced' },
  ])
})

test('nothing is to be chosen where all courses that tell are alike', () => {
  const alike = [courseOf('one', 'Hindi', 'beginner'), courseOf('two', 'हिन्दी'), courseOf('three')]

  expect(listFilters(alike)).toEqual({ language: [], level: [] })
})

test('who chooses both gets the courses that are both', () => {
  const found = (language: string, level: string) =>
    findCourses(courses, { search: '', language, level, page: 1 }).courses.map(({ id }) => id)

  expect(found('hi', '')).toEqual(['two', 'one'])
  expect(found('hi', 'beginner')).toEqual(['one'])
  expect(found('ta', 'beginner')).toEqual([])
})

function courseOf(id: string, language?: string, level?: Course['level']): Course {
  const told = { ...(language && { language }), ...(level && { level }) }
  return { id, title: id, description: '', price: 1, thumbnail: null, modules: [], ...told }
}
