import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoCatalogue } from '../../../../seed/demo-catalogue.ts'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { checkMedia, listKeptFiles } from '../../films/server/check-media.ts'
import { getCourse, listCourses } from '../contract.ts'
import { seedDemoCatalogue } from './seed-demo-catalogue.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

/** As of a process of its own each time. */
const deps = () => {
  const { db, media, pool } = server
  return { db, media, locks: createNamedLocks(pool) }
}

test('an empty academy that starts several times at once is filled once', async () => {
  const seeded = await Promise.all(
    Array.from({ length: 4 }, () => seedDemoCatalogue(deps(), demoCatalogue)),
  )

  expect(seeded.filter(Boolean)).toHaveLength(1)
  const courses = await server.visitor(listCourses, {})
  expect(courses.map(({ id }) => id)).toEqual(demoCatalogue.map(({ slug }) => slug))
  expect(courses[0]).toMatchObject({ price: 4999, thumbnail: '/covers/ai-reels-studio.svg' })
  expect(courses[0]?.modules[1]?.videos[0]?.id).toBe('ai-reels-studio-2-1')
})

test('its own films lie in the media store, whole, and play with captions and chapters', async () => {
  await seedDemoCatalogue(deps(), demoCatalogue)
  const listed = await listKeptFiles(server.db)
  expect(await checkMedia(server.media, listed)).toEqual({ checked: 12, faults: [] })

  const params = { course_id: 'first-festival-poster' }
  const course = await server.as(await makeAdmin(server.db))(getCourse, { params })
  const films = course.modules.flatMap(({ videos }) => videos.map(({ film }) => film))
  expect(films).toHaveLength(2)
  for (const film of films) {
    expect(film?.renditions.map(({ name }) => name)).toEqual([
      'original',
      '480p',
      'data_saver',
      'sound_only',
    ])
    expect(film?.captions.map(({ language }) => language)).toEqual(['en', 'hi'])
    expect(film?.chapters).toHaveLength(4)
    expect(film?.poster).not.toBeNull()
    expect(film?.sprite).toMatchObject({ columns: 9, every_in_seconds: 2 })
  }
})

test('tells of every course what one will be able to do and who teaches it, and gives no lesson away', async () => {
  await seedDemoCatalogue(deps(), demoCatalogue)

  for (const { slug } of demoCatalogue) {
    const course = await server.visitor(getCourse, { params: { course_id: slug } })
    expect(course.outcomes?.length).toBeGreaterThanOrEqual(4)
    expect(course.requirements?.length).toBeGreaterThan(0)
    expect(course.teachers).toHaveLength(1)
    const lessons = course.modules.flatMap(({ videos }) => videos)
    expect(lessons.filter(({ url, is_preview }) => url ?? is_preview)).toEqual([])
  }
})

test('an academy with a course of its own is left alone', async () => {
  await makeCourse(server.db)

  expect(await seedDemoCatalogue(deps(), demoCatalogue)).toBe(false)
})
