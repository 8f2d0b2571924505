import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  type MadeCourse,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { withoutTable } from '../../../../tests/support/without-table.ts'
import { getProgress, reportProgress } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('a learner who completes a course is mailed the way to the certificate', async () => {
  const { learner, course } = await makeOwner()
  await watch(learner, course, 0)
  expect(await readOutbox(server, learner.email)).toEqual([])

  await watch(learner, course, 1)

  const [mail, ...others] = await readOutbox(server, learner.email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`You have completed ${course.title}`)
  expect(mail?.text).toContain(`Hello ${learner.name},`)
  expect(mail?.text).toContain(`/certificate/${course.id}`)
})

test('whatever is reported afterwards, and however often, no second mail is sent', async () => {
  const { learner, course } = await makeOwner()
  await watch(learner, course, 0)
  await watch(learner, course, 1)

  for (const at of [0, 1, 1]) await watch(learner, course, at)

  expect(await readOutbox(server, learner.email)).toHaveLength(1)
})

test('last lessons that end at the same moment in many windows bring one mail', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, makeOwner))
  for (const { learner, course } of owners) {
    for (const at of [0, 1]) await report(learner, course, at, 1)
    await letPass(learner)
  }

  await Promise.all(
    owners.flatMap(({ learner, course }) =>
      [0, 1, 0, 1, 1, 0].map((at) => report(learner, course, at, 100)),
    ),
  )

  for (const { learner, course } of owners) {
    const progress = await server.as(learner)(getProgress, { params: { course_id: course.id } })
    expect(progress.completed).toBe(true)
    expect(await readOutbox(server, learner.email)).toHaveLength(1)
  }
})

test('a completion whose mail cannot be queued is not kept either, and comes with the next report', async () => {
  const { learner, course } = await makeOwner()
  await watch(learner, course, 0)
  await report(learner, course, 1, 1)
  await letPass(learner)
  server.allowErrors()

  await withoutTable(server.owner.db, 'mails', async () => {
    await expect(report(learner, course, 1, 100)).rejects.toMatchObject({ status: 500 })
  })

  const params = { course_id: course.id }
  expect(await server.as(learner)(getProgress, { params })).toMatchObject({ completed: false })
  expect(await report(learner, course, 1, 100)).toMatchObject({ completed: true })
  expect(await readOutbox(server, learner.email)).toHaveLength(1)
})

async function makeOwner(): Promise<{ learner: Person; course: MadeCourse }> {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await grantCourse(db, learner, course)
  return { learner, course }
}

async function watch(learner: Person, course: MadeCourse, at: number): Promise<void> {
  await report(learner, course, at, 1)
  await letPass(learner)
  await report(learner, course, at, 100)
}

function report(learner: Person, course: MadeCourse, at: number, upToInSeconds: number) {
  return server.as(learner)(reportProgress, {
    params: { course_id: course.id, video_id: course.videoIds[at]! },
    body: { position: upToInSeconds, duration: 100, played: [[0, upToInSeconds]] },
  })
}

/** As if the last reports had come a good while earlier. */
async function letPass(learner: Person): Promise<void> {
  await db.execute(sql`
    update course_progress set percent = percent where learner_id = ${learner.id}`)
  await db.execute(sql`
    update video_progress set reported_at = reported_at - interval '2 minutes',
           opened_at = opened_at - interval '2 minutes'
     where learner_id = ${learner.id}`)
}
