import { afterAll, expect, test } from 'vitest'
import { grantCourse, makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { listMyCourses } from '../contract.ts'

// Those who ask at the same moment are answered by one statement: nobody must notice.
const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

const atOnce = Array.from({ length: 60 }, (_, index) => index)

test('of many at once everybody gets their own courses, and strangers none', async () => {
  const learners = await Promise.all(
    atOnce.map(async () => {
      const learner = await makeLearner(db)
      const course = await makeCourse(db)
      await grantCourse(db, learner, course)
      return { learner, course }
    }),
  )
  const stranger = { ...(await makeLearner(db)), token: 'x'.repeat(43) }

  const answers = await Promise.all(
    learners.flatMap(({ learner, course }) => [
      server
        .as(learner)(listMyCourses, {})
        .then((mine) => mine.map(({ id }) => id === course.id)),
      server
        .as(stranger)(listMyCourses, {})
        .then(
          () => 'let in',
          (error: { status: number }) => error.status,
        ),
    ]),
  )

  expect(answers).toEqual(atOnce.flatMap(() => [[true], 401]))
})

test('an address that the database refuses spoils nobody else’s answer', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await grantCourse(db, learner, course)
  const ask = (course_id: string) =>
    server
      .as(learner)(getCourse, { params: { course_id } })
      .then(
        ({ owned }) => owned,
        (error: { status: number }) => error.status,
      )

  const answers = await Promise.all(
    atOnce.map((index) => ask(index % 3 === 0 ? 'no\0where' : course.id)),
  )

  expect(answers).toEqual(atOnce.map((index) => (index % 3 === 0 ? 400 : true)))
})
