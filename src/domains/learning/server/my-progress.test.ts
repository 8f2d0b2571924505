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
import { getProgress, listMyCourses } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

test('a learner finds their courses, newest first, each with its progress', async () => {
  const learner = await makeLearner(db)
  const begun = await makeCourse(db, { title: 'Begun', thumbnail: '/covers/a.svg' })
  const done = await makeCourse(db, { title: 'Done' })
  const fresh = await makeCourse(db, { title: 'Fresh' })
  await grantCourse(db, learner, begun)
  await completeCourse(db, learner, done)
  await grantCourse(db, learner, fresh)
  await db.execute(sql`
    insert into course_progress (learner_id, course_id, percent)
    values (${learner.id}, ${begun.id}, 12.5)`)

  const courses = await server.as(learner)(listMyCourses, {})

  expect(courses).toEqual([
    expect.objectContaining({ id: fresh.id, progress: 0, completed: false }),
    expect.objectContaining({ id: done.id, progress: 100, completed: true }),
    {
      id: begun.id,
      title: 'Begun',
      description: 'From idea to reel.',
      thumbnail: '/covers/a.svg',
      progress: 12.5,
      completed: false,
    },
  ])
})

test('a learner keeps a course that is off sale, and sees nobody else’s', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await grantCourse(db, learner, course)
  await completeCourse(db, await makeLearner(db), course)
  await hideCourse(db, course)

  const courses = await server.as(learner)(listMyCourses, {})

  expect(courses).toEqual([expect.objectContaining({ id: course.id, progress: 0 })])
})

test('somebody without courses gets an empty list, a visitor is asked to log in', async () => {
  expect(await server.as(await makeLearner(db))(listMyCourses, {})).toEqual([])
  await expect(server.visitor(listMyCourses, {})).rejects.toMatchObject({ status: 401 })
})

test('progress goes video by video in course order, with zeros where nothing ran', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db, {
    modules: [['https://v.example/1.mp4'], [], ['/media/2.mp4', '/media/3.mp4']],
  })
  await grantCourse(db, learner, course)
  const [first, second, third] = course.videoIds
  await db.execute(sql`
    insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
      duration_in_seconds, played, played_in_seconds, fraction, reported_at)
    values (${learner.id}, ${course.id}, ${second}, 7, 20, '[[0, 5]]', 5, 0.25, now())`)

  const answer = await server.as(learner)(getProgress, { params: { course_id: course.id } })

  expect(answer).toEqual({
    progress: expect.closeTo(25 / 3),
    completed: false,
    videos: [
      { id: first, position: 0, fraction: 0, completed: false, is_new: false, film: 1 },
      {
        id: second,
        position: 7,
        fraction: 0.25,
        completed: false,
        played_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
        is_new: false,
        film: 1,
      },
      { id: third, position: 0, fraction: 0, completed: false, is_new: false, film: 1 },
    ],
    opening: expect.stringMatching(/^\w+\.[\w-]{43}$/),
  })
})

test('a course without videos is never completed', async () => {
  const learner = await makeLearner(db)
  const course = await makeCourse(db, { modules: [] })
  await grantCourse(db, learner, course)

  const answer = await server.as(learner)(getProgress, { params: { course_id: course.id } })

  expect(answer).toMatchObject({ progress: 0, completed: false, videos: [] })
})

test('nobody reads progress in a course they do not own', async () => {
  const course = await makeCourse(db)
  const hidden = await makeCourse(db)
  await hideCourse(db, hidden)
  await completeCourse(db, await makeLearner(db), course)
  const input = { params: { course_id: course.id } }
  const learner = server.as(await makeLearner(db))

  await expect(server.visitor(getProgress, input)).rejects.toMatchObject({ status: 401 })
  await expect(learner(getProgress, input)).rejects.toMatchObject({ code: 'course_not_owned' })
  await expect(server.as(await makeAdmin(db))(getProgress, input)).rejects.toMatchObject({
    code: 'course_not_owned',
  })
  for (const id of [hidden.id, 'no-such-course']) {
    await expect(learner(getProgress, { params: { course_id: id } })).rejects.toMatchObject({
      code: 'course_not_found',
    })
  }
})
