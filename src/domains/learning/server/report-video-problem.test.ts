import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { closeAlarm, listAlarms } from '../../admin/contract.ts'
import { reportProgress, reportVideoProblem } from '../contract.ts'
import { createVideoAlarms } from './video-alarms.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)

test('a lesson that plays for nobody is shown to the administrator once, by name and reason', async () => {
  const { course, report, learner } = await openCourse('Once told')
  const other = await makeLearner(db)
  await grantCourse(db, other, course)

  await report('embedding_forbidden')
  await report('removed', other)
  await report('embedding_forbidden', learner)

  expect(await alarmsOf('Once told')).toEqual([
    'The lesson “Video 1” of “Once told” may not be played outside YouTube. Its owner, its age limit or its licence forbids it. Nobody can complete the course until it plays again.',
  ])
})

test('the trouble is over when somebody plays the lesson, and not by another lesson', async () => {
  const { report, play } = await openCourse('Mended')
  await report('private')

  await play(1)
  expect(await alarmsOf('Mended')).toHaveLength(1)
  await play(0)

  expect(await alarmsOf('Mended')).toEqual([])
})

test('what an administrator has put away comes back when it fails again', async () => {
  const { report } = await openCourse('Put away')
  await report('removed')
  const open = await server.as(admin)(listAlarms, {})
  const alarm = open.find(({ message }) => message.includes('Put away'))
  await server.as(admin)(closeAlarm, { params: { id: String(alarm!.id) } })
  expect(await alarmsOf('Put away')).toEqual([])

  await report('removed')

  expect(await alarmsOf('Put away')).toHaveLength(1)
})

test('only an owner is heard, only of a lesson of the course, and only so often', async () => {
  const { course, report } = await openCourse('Not theirs')
  const stranger = await makeLearner(db)

  await expect(report('removed', stranger)).rejects.toMatchObject({ code: 'course_not_owned' })
  await expect(report('removed', undefined, 'no-such-video')).rejects.toMatchObject({
    code: 'video_not_found',
  })
  expect(await alarmsOf('Not theirs')).toEqual([])
  const busy = await makeLearner(db)
  await grantCourse(db, busy, course)
  for (let times = 0; times < 20; times += 1) await report('removed', busy)
  await expect(report('removed', busy)).rejects.toMatchObject({ code: 'too_many_tries' })
})

test('learners at play share one question about open troubles', async () => {
  let asked = 0
  let now = 0
  const book = {
    raise: async () => undefined,
    resolve: async () => undefined,
    listOpen: async () => {
      asked += 1
      return []
    },
  }
  const alarms = createVideoAlarms(book, () => now)

  for (let report = 0; report < 100; report += 1) {
    await alarms.notePlayed({ courseId: 'c', videoId: 'v' })
  }
  expect(asked).toBe(1)
  now = 10_000
  await alarms.notePlayed({ courseId: 'c', videoId: 'v' })

  expect(asked).toBe(2)
})

async function openCourse(title: string) {
  const links = ['https://youtu.be/aqz-KE-bpKQ', 'https://vimeo.com/76979871']
  const course = await makeCourse(db, { title, modules: [links] })
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  const paramsOf = (video_id: string) => ({ course_id: course.id, video_id })
  return {
    course,
    learner,
    report: (
      reason: 'embedding_forbidden' | 'private' | 'removed',
      person: Person = learner,
      videoId = course.videoIds[0]!,
    ) => server.as(person)(reportVideoProblem, { params: paramsOf(videoId), body: { reason } }),
    play: (at: number) =>
      server.as(learner)(reportProgress, {
        params: paramsOf(course.videoIds[at]!),
        body: { position: 3, duration: 60, played: [[0, 3]] },
      }),
  }
}

async function alarmsOf(title: string): Promise<string[]> {
  const alarms = await server.as(admin)(listAlarms, {})
  return alarms.map(({ message }) => message).filter((message) => message.includes(title))
}
