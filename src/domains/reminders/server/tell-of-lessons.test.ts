import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  grantCourse,
  type MadeCourse,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { readOutbox } from '../../../../tests/support/read-outbox.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import {
  addDays,
  dayInIndia,
  isNight,
  nextMorning,
  startOfDay,
} from '../../../shared/india-time.ts'
import {
  readMailConsents,
  recordMailConsents,
  wantsMailsOf,
} from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import type { OpeningRule } from '../../catalogue/contract.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { earlyOpenings } from '../../learning/server/tables.ts'
import { lessonNotices, openingChanges } from './tables.ts'
import { tellOfLessons } from './tell-of-lessons.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const film = 'https://youtu.be/dQw4w9WgXcQ'
const dayInMs = 86_400_000
const later = (days: number) => new Date(Date.now() + days * dayInMs)
/** By day, whenever the test runs; without a time the clock goes on meanwhile, as the academy's does. */
const tell = (time?: Date) =>
  tellBy(() => {
    const now = time ?? new Date()
    return isNight(now) ? nextMorning(now) : now
  })
const tellAt = (now: Date) => tellBy(() => now)
const tellBy = (clock?: () => Date) => {
  const { settings, secrets, checkout, baseUrl, db } = server
  const { queueMail } = checkout
  const sender = { brand: settings.brand, publicUrl: () => baseUrl }
  const deps = { db, queueMail, sender, unsubscribeKey: secrets.unsubscribeKey }
  return tellOfLessons(deps, undefined, clock)
}
const mailsTo = async ({ email }: Person) =>
  (await readOutbox(server, email)).filter(({ subject }) => /lessons? (is|are) open/.test(subject))

async function open(course: MadeCourse, lesson: number, opens: OpeningRule | null) {
  const id = course.videoIds[lesson] ?? ''
  await server.db.update(videos).set({ opens }).where(eq(videos.id, id))
}
const after = (days: number): OpeningRule => ({ kind: 'days', days })

/** Three lessons: at once, after two days, after four. */
async function makePlanned(): Promise<MadeCourse> {
  const course = await makeCourse(server.db, { modules: [[film, film, film]] })
  await open(course, 1, after(2))
  await open(course, 2, after(4))
  return course
}

async function makeOwner(course: MadeCourse): Promise<Person> {
  const learner = await makeLearner(server.db)
  await grantCourse(server.db, learner, course)
  return learner
}

test('an owner is told of each lesson once, when it has opened', async () => {
  const learner = await makeOwner(await makePlanned())

  await tell()
  expect(await mailsTo(learner)).toEqual([])
  await Promise.all([tell(later(2.1)), tell(later(2.1))])
  await tell(later(3))
  const [first, ...others] = await mailsTo(learner)
  expect(others).toEqual([])
  expect(first?.subject).toContain('A new lesson is open')
  expect(first?.text).toContain('Video 2')
  expect(first?.text).not.toContain('Video 3')
  expect(first?.text).toContain('/unsubscribe?token=')

  await tell(later(4.1))
  await tell(later(9))
  const [second, ...before] = await mailsTo(learner)
  expect(before).toHaveLength(1)
  expect(second?.text).toContain('Video 3')
  expect(second?.text).not.toContain('Video 2')
})

test('a clock that is ahead tells of nothing before its time, and what it has told comes at its time', async () => {
  const learner = await makeOwner(await makePlanned())
  await tell()
  vi.useFakeTimers({ toFake: ['Date'], now: nextMorning(later(2.1)) })
  await tellBy().finally(() => vi.useRealTimers())
  expect(await mailsTo(learner)).toEqual([])

  await server.db
    .update(lessonNotices)
    .set({ toldUntil: later(30), nextAt: null, mailedOn: dayInIndia(later(30)) })
    .where(eq(lessonNotices.learnerId, learner.id))
  await tell()
  expect(await mailsTo(learner)).toEqual([])
  await tell(later(2.1))
  expect((await mailsTo(learner)).map(({ text }) => text.includes('Video 2'))).toEqual([true])
})

test('lessons of one day come in one mail', async () => {
  const course = await makePlanned()
  await open(course, 2, after(2))
  const learner = await makeOwner(course)
  await tell()

  await tell(later(2.1))
  const [mail] = await mailsTo(learner)
  expect(mail?.text).toMatch(/Video 2\nVideo 3/)

  expect(await mailsTo(learner)).toHaveLength(1)
})

test('nobody is told of what they had, have begun, gave back, or said no to', async () => {
  const course = await makePlanned()
  const [begun, silent, gone] = [
    await makeOwner(course),
    await makeOwner(course),
    await makeOwner(course),
  ]
  await server.pool.query(
    `insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
       duration_in_seconds, played, played_in_seconds, fraction, reported_at)
     values ($1, $2, $3, 1, 60, '[[0, 1]]', 1, 0.01, now())`,
    [begun.id, course.id, course.videoIds[1]],
  )
  const said = { courses: false }
  await recordMailConsents(server.db, { learnerId: silent.id, said, source: 'account' })
  await server.pool.query('delete from entitlements where learner_id = $1', [gone.id])

  await tell()
  await tell(later(2.1))

  for (const person of [begun, silent, gone]) expect(await mailsTo(person)).toEqual([])
  const left = eq(lessonNotices.learnerId, gone.id)
  expect(await server.db.$count(lessonNotices, left)).toBe(0)
})

test('who gave a course back and has it again is told of what opens then', async () => {
  const course = await makePlanned()
  const learner = await makeOwner(course)
  await tell()
  await tell(later(9)) // nothing waits any more, so nobody looks until something changes
  await server.pool.query('delete from entitlements where learner_id = $1', [learner.id])
  await open(course, 2, { kind: 'date', date: dayInIndia(later(12)), hour: 9 })
  await tell(later(10))
  const before = await mailsTo(learner)

  await grantCourse(server.db, learner, course)
  await tell()
  await tell(later(13))

  const [last, ...others] = await mailsTo(learner)
  expect(others).toEqual(before)
  expect(last?.text).toContain('Video 3')
})

test('the link in their mail ends mails of lessons alone; a no to letters about courses ends them, too', async () => {
  const learner = await makeOwner(await makePlanned())
  await tell()
  await tell(later(2.1))
  const [mail] = await mailsTo(learner)
  const path = /\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const url = `${server.baseUrl}${path}`
  expect(await (await fetch(url)).text()).toContain('No more mails of lessons that open?')
  const isWanted = async () =>
    (await readMailConsents(server.db, learner.id)).lessons.isGiven && (await hears())
  const hears = async () => {
    const isWanted = and(eq(users.id, learner.id), wantsMailsOf(sql`'lessons'`, users.id))
    return (await server.db.$count(users, isWanted)) > 0
  }
  expect(await isWanted()).toBe(true)

  await fetch(url, { method: 'POST' })

  expect(await isWanted()).toBe(false)
  expect((await readMailConsents(server.db, learner.id)).courses.isGiven).toBe(true)
  await tell(later(4.1))
  expect(await mailsTo(learner)).toHaveLength(1)
  const say = (said: object) =>
    recordMailConsents(server.db, { learnerId: learner.id, said, source: 'account' })
  await say({ lessons: true, courses: false })
  expect(await hears()).toBe(false)
})

test('who had the course before its rules came is told, and of what staff open sooner', async () => {
  const course = await makeCourse(server.db, { modules: [[film, film, film]] })
  const [one, other] = [await makeOwner(course), await makeOwner(course)]
  await open(course, 1, after(2))
  await open(course, 2, after(9))

  await tell()
  expect(await server.db.$count(openingChanges)).toBe(0)
  await server.db.insert(earlyOpenings).values({
    learnerId: one.id,
    courseId: course.id,
    videoId: course.videoIds[2] ?? '',
    opensAt: later(1),
  })
  await tell()
  await tell(later(1.1))
  expect(await mailsTo(one)).toHaveLength(1)
  expect(await mailsTo(other)).toEqual([])
  await tell(later(2.3))
  expect(await mailsTo(other)).toHaveLength(1)
  const mine = and(eq(lessonNotices.learnerId, one.id), eq(lessonNotices.courseId, course.id))
  expect(await server.db.$count(lessonNotices, mine)).toBe(1)
})

test('of what waits for the lesson before only what staff open sooner is told', async () => {
  const course = await makeCourse(server.db, { modules: [[film, film, film]] })
  await open(course, 1, { kind: 'after_previous' })
  await open(course, 2, { kind: 'after_previous' })
  const learner = await makeOwner(course)
  await tell()
  const [first = '', , third = ''] = course.videoIds
  await server.db
    .insert(earlyOpenings)
    .values({ learnerId: learner.id, courseId: course.id, videoId: third, opensAt: later(2) })
  await server.pool.query(
    `insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
       duration_in_seconds, played, played_in_seconds, fraction, reported_at, completed_at)
     values ($1, $2, $3, 60, 60, '[[0, 60]]', 60, 1, clock_timestamp(), clock_timestamp())`,
    [learner.id, course.id, first],
  )

  await tell(later(0.5))
  expect(await mailsTo(learner)).toEqual([])
  await tell(later(2.5))
  const [mail, ...others] = await mailsTo(learner)
  expect(others).toEqual([])
  expect(mail?.text).toContain('Video 3')
  expect(mail?.text).not.toContain('Video 2')
})

/** An hour of a day in India, so many days from today. */
const at = (days: number, hour: number) =>
  new Date(startOfDay(addDays(dayInIndia(), days)).getTime() + hour * 3_600_000)

test('what opens at night is told in the morning, and what else opens on a day on the next one, also by another rule', async () => {
  const course = await makePlanned()
  const openAt = (lesson: number, days: number, hour: number) =>
    open(course, lesson, { kind: 'date', date: dayInIndia(at(days, hour)), hour })
  await openAt(1, 3, 0)
  await openAt(2, 9, 0)
  const learner = await makeOwner(course)
  await tell()

  await tellAt(at(3, 0.1))
  expect(await mailsTo(learner)).toEqual([])
  await tellAt(at(3, 8))
  expect(await mailsTo(learner)).toHaveLength(1)

  await openAt(2, 3, 12)
  await tellAt(at(3, 13))
  expect(await mailsTo(learner)).toHaveLength(1)
  await tellAt(at(4, 8))
  const [second, ...before] = await mailsTo(learner)
  expect(before).toHaveLength(1)
  expect(second?.text).toContain('Video 3')
})

test('of what a changed rule opens at once they are told who were looked at since its time, unless staff had opened it', async () => {
  const course = await makePlanned()
  const [, , third = ''] = course.videoIds
  const onDay = (days: number) => ({
    kind: 'date' as const,
    date: dayInIndia(at(days, 9)),
    hour: 9,
  })
  await open(course, 2, onDay(9))
  const [waiting, early] = [await makeOwner(course), await makeOwner(course)]
  await tell()
  await server.db
    .insert(earlyOpenings)
    .values({ learnerId: early.id, courseId: course.id, videoId: third, opensAt: at(3, 1) })
  await tellAt(at(3, 10))
  expect((await mailsTo(waiting)).map(({ text }) => text.includes('Video 3'))).toEqual([false])
  expect((await mailsTo(early)).map(({ text }) => text.includes('Video 3'))).toEqual([true])

  const earlierOpenings = [{ opening: onDay(9), until: at(3, 12).toISOString() }]
  const publication = { opens: onDay(2), earlierOpenings }
  await server.db.update(videos).set(publication).where(eq(videos.id, third))
  for (const day of [4, 5]) await tellAt(at(day, 9))

  const [second, ...before] = await mailsTo(waiting)
  expect(before).toHaveLength(1)
  expect(second?.text).toContain('Video 3')
  expect(await mailsTo(early)).toHaveLength(1)
})

test('who is erased is written down no more when rules change', async () => {
  const course = await makePlanned()
  const learner = await makeOwner(course)
  const erased = { erasedAt: new Date(), blockedAt: new Date(), blockedReason: 'Erased.' }
  await server.db.update(users).set(erased).where(eq(users.id, learner.id))
  await server.db.delete(lessonNotices).where(eq(lessonNotices.learnerId, learner.id))
  await open(course, 1, after(5))

  await tell()

  const mine = eq(lessonNotices.learnerId, learner.id)
  expect(await server.db.$count(lessonNotices, mine)).toBe(0)
})
