import { afterEach, beforeEach, expect, test } from 'vitest'
import { demoCatalogue } from '../../seed/demo-catalogue.ts'
import { makeCourse } from '../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../tests/support/start-test-server.ts'
import { listCourses } from './contract.ts'
import { seedDemoCatalogue } from './seed-demo-catalogue.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

test('an empty academy that starts several times at once is filled once', async () => {
  const seeded = await Promise.all(
    Array.from({ length: 4 }, () => seedDemoCatalogue(server.db, demoCatalogue)),
  )

  expect(seeded.filter(Boolean)).toHaveLength(1)
  const courses = await server.visitor(listCourses, {})
  expect(courses.map(({ id }) => id)).toEqual(demoCatalogue.map(({ slug }) => slug))
  expect(courses[0]).toMatchObject({ price: 4999, thumbnail: '/covers/ai-reels-studio.svg' })
  expect(courses[0]?.modules[1]?.videos[0]?.id).toBe('ai-reels-studio-2-1')
})

test('an academy with a course of its own is left alone', async () => {
  await makeCourse(server.db)

  expect(await seedDemoCatalogue(server.db, demoCatalogue)).toBe(false)
})
