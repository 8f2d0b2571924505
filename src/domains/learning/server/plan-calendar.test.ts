import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { grantCourse, makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { videos } from '../../catalogue/server/tables.ts'

const hindi = { code: 'hi', tag: 'hi-IN', name: 'हिन्दी', direction: 'ltr' } as const
const server = await startTestServer({ languages: [{ ...hindi, messages: new Map() }] })
const { db } = server
afterAll(() => server.close())

test.each([
  ['en', ''],
  ['hi', '/hi'],
])('the calendar of who reads in “%s” leads to the course in it', async (language, prefix) => {
  const [learner, course] = [await makeLearner(db), await makeCourse(db)]
  const opens = { kind: 'days', days: 7 } as const
  await db.update(videos).set({ opens }).where(eq(videos.id, course.videoIds[1]!))
  await grantCourse(db, learner, course)
  const headers = { authorization: `Bearer ${learner.token}`, 'accept-language': language }

  const answer = await server.fetch(`/api/courses/${course.id}/plan.ics`, { headers })

  const lines = (await answer.text()).replaceAll('\r\n ', '').split('\r\n')
  const url = lines.find((line) => line.startsWith('URL:'))
  expect(url).toMatch(new RegExp(`^URL:http://[^/]+${prefix}/course/${course.id}$`))
})
