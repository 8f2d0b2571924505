import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Course } from '../contract.ts'
import { coursesPerPage, findCourses } from './find-courses.ts'

const everything = { search: '', language: '', level: '' }

function courseOf(title: string, description = '', lesson = ''): Course {
  const videos = lesson === '' ? [] : [{ id: 'v', title: lesson, duration: '' }]
  const modules = [{ id: 'm', title: 'Module 1', description: '', videos }]
  return { id: title, title, description, price: 4999, thumbnail: null, modules }
}

const titlesOf = (courses: Course[], search: string) =>
  findCourses(courses, { ...everything, search, page: 1 }).courses.map(({ title }) => title)

describe('somebody who searches the courses', () => {
  const reels = courseOf('AI Reels', 'From idea to film.')
  const poster = courseOf('First Poster', 'For a festival.', 'Café colours')
  const film = courseOf('Film School')

  test('finds the newest first, and before it what the title says', () => {
    expect(titlesOf([film, reels, poster], '')).toEqual(['First Poster', 'AI Reels', 'Film School'])
    expect(titlesOf([film, reels, poster], 'film')).toEqual(['Film School', 'AI Reels'])
  })

  test('need not care for capitals, accents, spaces or the order of words', () => {
    expect(titlesOf([reels, poster], '  CAFE   poster ')).toEqual(['First Poster'])
  })

  test('finds words of other scripts with their signs', () => {
    const hindi = courseOf('फ़िल्म बनाना')

    expect(titlesOf([hindi, reels], 'बनाना')).toEqual(['फ़िल्म बनाना'])
    expect(titlesOf([hindi, reels], 'बनन')).toEqual([])
  })

  test.each([
    ['फिल्म', 'फ़िल्म बनाना'],
    ['फ़िल्म'.normalize('NFD'), 'फ़िल्म बनाना'],
    ['\u095eिल्म', 'फिल्म बनाना'],
    ['री\u200dल', 'रील बनाएं'],
    ['संपादन', 'वीडियो सम्पादन'],
    ['കാർ', 'കാര്\u200d ഓടിക്കാം'],
    ['গলপ', 'গল\u200cপ'],
    ['بھي', 'فلم بھی'],
    ['ਸੇਰ', 'ਸ਼ੇਰ'],
    ['reel', 'Ｒｅｅｌ'],
  ])('finds %s however %s is spelled', (search, title) => {
    expect(titlesOf([courseOf(title), reels], search)).toContain(title)
  })

  test('finds nothing where one word is missing', () => {
    expect(findCourses([reels], { ...everything, search: 'reels cooking', page: 1 })).toMatchObject(
      {
        courses: [],
        page: 1,
        pages: 1,
        found: 0,
        total: 1,
      },
    )
  })
})

test('the pages together show every course once', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), (count) => {
      const courses = Array.from({ length: count }, (_, at) => courseOf(`Course ${at}`))
      const { pages } = findCourses(courses, { ...everything, page: 1 })

      const shown = Array.from({ length: pages }, (_, at) =>
        findCourses(courses, { ...everything, page: at + 1 }).courses.map(({ id }) => id),
      )

      expect(shown.every((ids) => ids.length <= coursesPerPage)).toBe(true)
      expect(shown.flat()).toEqual(courses.map(({ id }) => id).toReversed())
    }),
  )
})

test.each([0, -1, 1.5, 5, Number.NaN])('there is no page %s of forty courses', (page) => {
  const courses = Array.from({ length: 40 }, (_, at) => courseOf(`Course ${at}`))

  expect(findCourses(courses, { ...everything, page })).toMatchObject({ page: null, courses: [] })
})
