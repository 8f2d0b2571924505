import { afterAll, expect, test, vi } from 'vitest'
import {
  grantCourse,
  hideCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { listCourses } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('a visitor sees what is on sale, oldest first, in rupees, without a single video link', async () => {
  const first = await makeCourse(db, { title: 'First', priceInPaise: 499_900 })
  const second = await makeCourse(db, {
    title: 'Second',
    modules: [[], ['https://v.example/a.mp4']],
  })

  const courses = await listUntil((ids) => ids.includes(second.id))

  expect(courses.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(courses[0]).toMatchObject({ title: 'First', price: 4999, thumbnail: null })
  expect(courses[1]?.modules.map(({ videos }) => videos.length)).toEqual([0, 1])
  expect(JSON.stringify(courses)).not.toMatch(/"url"|\.mp4/)
})

test('owners and administrators get the same list as everybody', async () => {
  const course = await makeCourse(db)
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  const visible = await listUntil((ids) => ids.includes(course.id))

  expect(await server.as(owner)(listCourses, {})).toEqual(visible)
  expect(await server.as(await makeAdmin(db))(listCourses, {})).toEqual(visible)
})

test('a course taken off sale by another server process leaves the list', async () => {
  const course = await makeCourse(db)
  await listUntil((ids) => ids.includes(course.id))

  await hideCourse(db, course)

  const courses = await listUntil((ids) => !ids.includes(course.id))
  expect(courses.map(({ id }) => id)).not.toContain(course.id)
})

async function listUntil(isReached: (ids: string[]) => boolean) {
  return vi.waitFor(async () => {
    const courses = await server.visitor(listCourses, {})
    expect(isReached(courses.map(({ id }) => id))).toBe(true)
    return courses
  })
}
