import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeAttachment,
  makeCourse,
  makeFilm,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { accessLedger } from '../../access/server/tables.ts'
import { hashToken } from '../../accounts/server/sessions.ts'
import { signFilmLink } from '../../films/server/sign-film-link.ts'
import { filmCaptions } from '../../films/server/tables.ts'
import { openLesson } from '../../learners/contract.ts'
import { getProgress, reportProgress, reportVideoProblem } from '../../learning/contract.ts'
import { getDraft, publish, saveDraft } from '../../studio/contract.ts'
import type { CourseDraft } from '../../studio/course-input.ts'
import { getCourse } from '../contract.ts'
import { attachmentPath } from './attachment-path.ts'
import { signMediaLink } from './sign-media-link.ts'
import { videos } from './tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const dayInMs = 24 * 3_600_000

const bytes = Buffer.alloc(5)
await server.media.write('films/x', bytes, { type: 'video/mp4' })
await server.media.write('attachments/x', bytes, { type: 'application/pdf' })

const secret = 'what-owners-alone-read'

/** A course whose second lesson opens a week after buying: own film with captions, file, text, link. */
async function makePlannedCourse() {
  const course = await makeCourse(db)
  const filmId = await makeFilm(db, course, [
    { key: 'films/x', sizeInBytes: 5, sha256: '0'.repeat(64) },
  ])
  await db.insert(filmCaptions).values({ filmId, language: 'en', label: 'English', vtt: 'WEBVTT' })
  const fileId = await makeAttachment(db, course, { key: 'attachments/x', sizeInBytes: 5 })
  const [first = '', second = ''] = course.videoIds
  await db
    .update(videos)
    .set({
      url: `film:${filmId}`,
      text: secret,
      links: [{ title: secret, url: `https://x.example/${secret}` }],
      attachments: [{ id: fileId, name: secret }],
      opens: { kind: 'days', days: 7 },
    })
    .where(eq(videos.id, second))
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  return { course, filmId, fileId, first, second, learner }
}

type World = Awaited<ReturnType<typeof makePlannedCourse>>

async function open({ course }: Pick<World, 'course'>, person: Pick<Person, 'token'> | null) {
  const caller = person ? server.as(person) : server.visitor
  const answer = await caller(getCourse, { params: { course_id: course.id } })
  const [one, other] = answer.modules.flatMap((module) => module.videos)
  return { answer, first: one!, second: other! }
}

/** As if they had got it so long ago, too. */
async function letPass({ learner, course }: Pick<World, 'learner' | 'course'>, days: number) {
  await db.insert(accessLedger).values({
    learnerId: learner.id,
    courseId: course.id,
    change: 'grant',
    causeKind: 'gift',
    causeId: crypto.randomUUID(),
    reason: 'For a test',
    createdAt: new Date(Date.now() - days * dayInMs),
  })
}

/** The ways to the second lesson by links that were signed in spite of all. */
async function tryDoors({ course, filmId, fileId, learner }: World) {
  const sessionHash = hashToken(learner.token)
  const viewing = { learnerId: learner.id, courseId: course.id, now: new Date() }
  const { mediaKey } = server.secrets
  const film = async (path: string) =>
    fetch(server.baseUrl + signFilmLink(mediaKey, path, { ...viewing, sessionHash, filmId }), {
      method: 'HEAD',
      headers: { cookie: `film_session=${sessionHash.toString('base64url')}` },
    })
  const file = await fetch(
    server.baseUrl + signMediaLink(mediaKey, attachmentPath(fileId), viewing),
    {
      method: 'HEAD',
    },
  )
  const captions = await film(`/films/${filmId}/captions/en.vtt`)
  const whole = await film(`/films/${filmId}/original.mp4`)
  return [captions.status, whole.status, file.status]
}

const report = ({ course, learner, second }: World) =>
  server
    .as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: second },
      body: { position: 1, duration: 5, played: [[0, 1]] },
    })
    .then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    )

describe('a lesson that is not due', () => {
  test('shows its owner a title and when it opens, and nothing else', async () => {
    const world = await makePlannedCourse()

    const { answer, first, second } = await open(world, world.learner)

    expect(first.url).toBeTruthy()
    expect(Object.keys(second).toSorted()).toEqual(
      ['duration', 'id', 'opens', 'opens_at', 'opens_text', 'title'].toSorted(),
    )
    expect(Date.parse(second.opens_at ?? '') - Date.now()).toBeGreaterThan(6.9 * dayInMs)
    expect(second.opens_text).toMatch(/^Opens on \w+day, \d+ \w+/)
    expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${secret}|${world.filmId}`))
  })

  test('is closed at every door until it is due, and open from then on', async () => {
    const world = await makePlannedCourse()
    const { course, learner, second } = world

    expect(await tryDoors(world)).toEqual([403, 403, 403])
    expect(await report(world)).toBe('lesson_not_due')
    await expect(
      server.as(learner)(reportVideoProblem, {
        params: { course_id: course.id, video_id: second },
        body: { reason: 'removed' },
      }),
    ).rejects.toMatchObject({ code: 'lesson_not_due' })
    const { videos: kept } = await server.as(learner)(getProgress, {
      params: { course_id: course.id },
    })
    expect(kept[1]).toMatchObject({ position: 0, fraction: 0, completed: false })
    await letPass(world, 7)

    expect(await tryDoors(world)).toEqual([200, 200, 200])
    expect(await report(world)).toBe('ok')
    expect((await open(world, learner)).second).toMatchObject({ text: secret })
  })

  test('tells visitors the plan, and staff who edit courses everything', async () => {
    const world = await makePlannedCourse()

    const visitor = await open(world, null)
    const staff = await open(world, admin)

    expect(visitor.second).toMatchObject({
      opens: { kind: 'days', days: 7 },
      opens_text: 'Opens 7 days after you get the course',
    })
    expect(visitor.second).not.toHaveProperty('opens_at')
    expect(staff.second).toMatchObject({ text: secret, opens: { kind: 'days', days: 7 } })
  })

  test('opens for one learner when staff say so, and cannot be closed again', async () => {
    const world = await makePlannedCourse()
    const { course, learner, second } = world
    const give = (opens_at: string | null) =>
      server.as(admin)(openLesson, {
        params: { id: learner.id, course_id: course.id },
        body: { video_id: second, opens_at, reason: 'She travels next week.' },
      })

    await give(new Date(Date.now() + dayInMs).toISOString())
    const before = await open(world, learner)
    await give(null)
    await give(new Date(Date.now() + dayInMs).toISOString())

    expect(Date.parse(before.second.opens_at ?? '') - Date.now()).toBeLessThan(dayInMs)
    expect((await open(world, learner)).second).toMatchObject({ text: secret })
    expect(await tryDoors(world)).toEqual([200, 200, 200])
  })

  test('that was free to see or opened by an earlier rule stays open for whom it was', async () => {
    const world = await makePlannedCourse()
    const { course, learner, first } = world
    const later = await makeLearner(db)
    const params = { id: course.id }
    const { revision, course: draft } = await server.as(admin)(getDraft, { params })
    const changed = structuredClone(draft) as CourseDraft // as it is sent, nothing is left out
    const lesson = changed.modules[0]!.videos[0]!
    lesson.opens = { kind: 'days', days: 30 }
    const saved = await server.as(admin)(saveDraft, { params, body: { revision, course: changed } })

    const { changes } = await server.as(admin)(publish, {
      params,
      body: { revision: saved.revision },
    })
    await grantCourse(db, later, course)

    expect(changes.map(({ text }) => text)).toEqual([
      '“Video 1” now opens 30 days after buying. For whom it is open already it stays open.',
    ])
    expect((await open(world, learner)).first).toMatchObject({ id: first, url: expect.any(String) })
    expect((await open(world, later)).first.opens_at).toEqual(expect.any(String))
  })

  test('after the lesson before opens with its completion', async () => {
    const world = await makePlannedCourse()
    const { learner, first, second, course } = world
    await db
      .update(videos)
      .set({ opens: { kind: 'after_previous' } })
      .where(eq(videos.id, second))
    const before = await open(world, learner)
    await db.execute(sql`
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at)
      values (${learner.id}, ${course.id}, ${first}, 9, 10, '[[0, 9]]', 9, 0.9, now(), now())`)

    expect(before.second).toMatchObject({ opens_at: null })
    expect((await open(world, learner)).second).toMatchObject({ text: secret })
  })
})
