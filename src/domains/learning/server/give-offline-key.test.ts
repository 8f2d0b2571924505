import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  makeCourse,
  makeFilm,
  makeLearner,
  makeStaff,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { films } from '../../films/server/tables.ts'
import { impersonateLearner } from '../../learners/contract.ts'
import { getOfflineKey, getProgress, reportProgress } from '../contract.ts'
import { videoProgress } from './tables.ts'
import { readWatchToken, signWatchToken } from './watch-token.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())

const dayInMs = 24 * 3_600_000

test('an owner is given the same key by every session, and nobody else has it', async () => {
  const { course, videoId, learner, ask } = await openFilmCourse()
  const other = await makeLearner(db)
  await grantCourse(db, other, course)

  const [given, again, ofOther] = [await ask(), await ask(), await ask(other)]

  expect(Buffer.from(given.key, 'base64url')).toHaveLength(32)
  expect(again.key).toBe(given.key)
  expect(ofOther.key).not.toBe(given.key)
  const keptForInDays = (Date.parse(given.keep_until) - Date.now()) / dayInMs
  expect(Math.round(keptForInDays * 100) / 100).toBe(40)
  const answer = await server.fetch(`/api/courses/${course.id}/videos/${videoId}/offline-key`, {
    headers: { authorization: `Bearer ${learner.token}` },
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('the film of another has another key, and a lesson that left the course has none', async () => {
  const { course, videoId, ask } = await openFilmCourse()
  const given = await ask()
  const filmId = await makeFilm(db, course)

  await db
    .update(videos)
    .set({ url: `film:${filmId}` })
    .where(eq(videos.id, videoId))
  const replaced = await ask()
  await db
    .update(videos)
    .set({ retiredAt: new Date(), moduleId: null })
    .where(eq(videos.id, videoId))

  expect(replaced.film_id).toBe(filmId)
  expect(replaced.key).not.toBe(given.key)
  await expect(ask()).rejects.toMatchObject({ code: 'video_not_found' })
})

test('who has no right to the course any more is given no key', async () => {
  const { course, ask } = await openFilmCourse()
  const learner = await makeLearner(db)
  const change = {
    learnerId: learner.id,
    courseId: course.id,
    cause: { kind: 'gift' as const, id: `gift-of-${learner.id}` },
    reason: 'A gift, taken back',
  }
  await db.transaction((db) => grantAccess(db, change))
  await ask(learner)

  await db.transaction((db) => revokeAccess(db, change))

  await expect(ask(learner)).rejects.toMatchObject({ code: 'course_not_owned' })
})

test('support that looks at an account is given no key: nothing of a view outlives it', async () => {
  const { ask, learner } = await openFilmCourse()
  const support = await makeStaff(db, 'support')
  const { token } = await server.as(support)(impersonateLearner, {
    params: { id: learner.id },
    body: { reason: 'a lesson does not play' },
  })

  await expect(ask({ ...learner, token })).rejects.toMatchObject({ code: 'not_in_views' })
})

test('a film that was played whole without a network for weeks is credited whole by one report', async () => {
  const { course, videoId, learner, url } = await openFilmCourse()
  const key = server.secrets.openingKey
  const of = { learnerId: learner.id, courseId: course.id }
  const openedAt = new Date(Date.now() - 39 * dayInMs)
  const report = (opening: string) =>
    server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: videoId },
      body: { position: 300, duration: 300, played: [[0, 300]], opening },
    })

  const late = await report(signWatchToken(key, { ...of, openedAt }))
  await db.delete(videoProgress)
  const whole = await report(signWatchToken(key, { ...of, kept: { videoId, url }, openedAt }))

  expect(late.video.played_in_seconds).toBeLessThan(10)
  expect(whole.video).toMatchObject({ played_in_seconds: 300, completed: true })
  expect(whole.credited).toEqual([[0, 300]])
})

test('what is played of a kept film counts for none that took its place, however often it is sent', async () => {
  const { course, videoId, learner, url, ask } = await openFilmCourse()
  const { film, opening } = await ask()
  const other = `film:${await makeFilm(db, course)}`
  await db
    .update(videos)
    .set({ url: other, film: film + 1, earlierFilms: { [url]: film } })
    .where(eq(videos.id, videoId))
  const report = (told: { film?: number }) =>
    server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: videoId },
      body: { position: 300, duration: 300, played: [[0, 300]], opening, ...told },
    })

  // A device that kept it before the number of its film was told knows none.
  for (const told of [{}, { film }]) {
    for (let times = 0; times < 3; times += 1) {
      const answer = await report(told)
      expect(answer.video).toMatchObject({ played_in_seconds: 0, completed: false })
      // Nothing is left to be sent again.
      expect(answer.credited).toEqual([[0, 300]])
    }
  }
  await db.update(videos).set({ url, film }).where(eq(videos.id, videoId))
  const back = await report({})

  expect(back.video.played_in_seconds).toBeGreaterThan(0)
})

test('the word for a kept film is good for that lesson alone, and for forty days', async () => {
  const { videoId, learner, course, url } = await openFilmCourse()
  const key = server.secrets.openingKey
  const of = { learnerId: learner.id, courseId: course.id }
  const now = new Date()
  const openedAt = new Date(now.getTime() - 40 * dayInMs)
  const kept = { videoId, url }
  const word = signWatchToken(key, { ...of, kept, openedAt })

  expect(readWatchToken(key, word, { ...of, kept, now })).toEqual(openedAt)
  const another = { ...kept, videoId: 'another' }
  expect(readWatchToken(key, word, { ...of, kept: another, now })).toBeNull()
  const later = new Date(now.getTime() + 1)
  expect(readWatchToken(key, word, { ...of, kept, now: later })).toBeNull()
  const { opening } = await server.as(learner)(getProgress, { params: { course_id: course.id } })
  const tomorrow = new Date(now.getTime() + 1.1 * dayInMs)
  expect(readWatchToken(key, opening, { ...of, kept, now: tomorrow })).toBeNull()
})

async function openFilmCourse() {
  const course = await makeCourse(db, { modules: [['https://youtu.be/dQw4w9WgXcQ']] })
  const videoId = course.videoIds[0] ?? ''
  const filmId = await makeFilm(db, course)
  await db.update(films).set({ durationInSeconds: 300 }).where(eq(films.id, filmId))
  const url = `film:${filmId}`
  await db.update(videos).set({ url }).where(eq(videos.id, videoId))
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  const params = { course_id: course.id, video_id: videoId }
  const ask = (person = learner) => server.as(person)(getOfflineKey, { params })
  return { course, videoId, learner, url, ask }
}
