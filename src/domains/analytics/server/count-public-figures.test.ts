import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  completeCourse,
  grantCourse,
  hideCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { getCertificate } from '../../certificates/contract.ts'
import { reviews } from '../../reviews/server/tables.ts'
import { countPublicFigures } from './count-public-figures.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('an academy without anything counts nothing', async () => {
  expect(await countPublicFigures(db)).toEqual({
    learners: 0,
    courses: 0,
    certificates: 0,
    hours_played: 0,
    average_rating: 0,
    reviews: 0,
  })
})

test('who owns two courses is one learner; staff, hidden courses and refunds count for nothing', async () => {
  const [one, other, hidden] = [await makeCourse(db), await makeCourse(db), await makeCourse(db)]
  await hideCourse(db, hidden)
  const [learner, idle, admin] = [await makeLearner(db), await makeLearner(db), await makeAdmin(db)]
  for (const course of [one, other]) await grantCourse(db, learner, course)
  await grantCourse(db, idle, one)
  await grantCourse(db, admin, one)
  for (const person of [learner, admin]) await completeCourse(db, person, one)
  for (const person of [learner, admin]) {
    await server.as(person)(getCertificate, { params: { course_id: one.id } })
  }
  await db.execute(sql`update video_progress set played_in_seconds = 5000`)
  for (const [person, course, stars] of [
    [learner, one, 5],
    [idle, one, 4],
    [learner, other, 4],
    [admin, one, 1],
    [idle, hidden, 1],
  ] as const) {
    const written = { id: randomUUID(), courseId: course.id, learnerId: person.id, stars }
    await db.insert(reviews).values(written)
  }
  const unseen = { id: randomUUID(), courseId: other.id, learnerId: idle.id, stars: 1 }
  await db.insert(reviews).values({ ...unseen, hiddenBecause: 'abuse' })
  await makeLearner(db) // has an account and no course

  expect(await countPublicFigures(db)).toEqual({
    learners: 2,
    courses: 2,
    certificates: 1,
    average_rating: 4.3,
    reviews: 3,
    hours_played: await hoursBySql(),
  })

  await db.execute(sql`update certificates set revoked_at = now()`)
  expect(await countPublicFigures(db)).toMatchObject({ certificates: 0 })
})

async function hoursBySql(): Promise<number> {
  const { rows } = await db.execute<{ hours: number }>(
    sql`select floor(sum(played_in_seconds) / 3600)::int as hours from video_progress
        join users on users.id = learner_id where role is null`,
  )
  return rows[0]?.hours ?? -1
}
