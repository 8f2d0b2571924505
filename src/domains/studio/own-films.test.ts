import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
} from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { newId } from '../../platform/database/new-id.ts'
import { deleteFilm, getFilm } from '../films/contract.ts'
import { films } from '../films/server/tables.ts'
import { reportProgress } from '../learning/contract.ts'
import { getDraft, previewDraft, publish, saveDraft } from './contract.ts'
import type { CourseDraft } from './course-input.ts'
import { courseDrafts, coursePublications } from './server/tables.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))

async function saveWith(course: { id: string }, url: string) {
  const draft = await admin(getDraft, { params: { id: course.id } })
  const content = draft.course as CourseDraft // nothing is left out on the wire
  const [lesson] = content.modules[0]?.videos ?? []
  if (lesson) lesson.url = url
  const body = { revision: draft.revision, course: content }
  return admin(saveDraft, { params: { id: course.id }, body })
}

async function publishWith(course: { id: string }, url: string) {
  const { revision } = await saveWith(course, url)
  return admin(publish, { params: { id: course.id }, body: { revision } })
}

test('a lesson with a film that is not there, or not yet, is not published', async () => {
  const course = await makeCourse(db)
  const uploading = await makeFilm(db, course)
  const failed = await makeFilm(db, course)
  await db.update(films).set({ state: 'uploading' }).where(eq(films.id, uploading))
  await db.update(films).set({ state: 'failed' }).where(eq(films.id, failed))
  const converted = await makeFilm(db, course)
  await db
    .update(films)
    .set({ state: 'processing', isPlayable: false })
    .where(eq(films.id, converted))
  expect(await admin(getFilm, { params: { id: converted } })).toMatchObject({ plays: false })

  for (const [id, detail] of [
    [newId(), 'This film is not here. Please upload it again.'],
    [failed, 'This film is not here. Please upload it again.'],
    [uploading, 'This film is not here yet. Please wait for its upload.'],
    [converted, 'This film is still being converted. Please wait for that.'],
  ] as const) {
    await expect(publishWith(course, `film:${id}`)).rejects.toMatchObject({
      status: 400,
      problem: { detail, errors: [{ path: 'course.modules.0.videos.0.url' }] },
    })
  }
})

test('a draft shows its films, and a film that a draft or a publication names cannot be removed', async () => {
  const course = await makeCourse(db)
  const film = await makeFilm(db, course)
  await saveWith(course, `film:${film}`)
  const preview = await admin(previewDraft, { params: { id: course.id } })
  expect(preview.modules[0]?.videos[0]?.film?.duration_in_seconds).toBe(5)
  const remove = () => admin(deleteFilm, { params: { id: film } })
  await expect(remove()).rejects.toMatchObject({ status: 409, problem: { code: 'film_in_use' } })

  await publishWith(course, `film:${film}`)
  await saveWith(course, 'https://videos.example/a.mp4')
  await expect(remove()).rejects.toMatchObject({ status: 409 })

  const other = await makeFilm(db, course)
  await admin(deleteFilm, { params: { id: other } })
  await expect(admin(getFilm, { params: { id: other } })).rejects.toMatchObject({ status: 404 })
})

test('a trailer is a film like another: it has to be there, is shown, and is kept', async () => {
  const course = await makeCourse(db)
  const params = { id: course.id }
  const putTrailer = async (film: string) => {
    const { revision, course: content } = await admin(getDraft, { params })
    const draft = { ...(content as CourseDraft), trailer: `film:${film}` }
    const saved = await admin(saveDraft, { params, body: { revision, course: draft } })
    return admin(publish, { params, body: { revision: saved.revision } })
  }
  await expect(putTrailer(newId())).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'course.trailer' }] },
  })
  const film = await makeFilm(db, course)
  await putTrailer(film)
  expect((await admin(previewDraft, { params })).trailer_film?.duration_in_seconds).toBe(5)
  await expect(admin(deleteFilm, { params: { id: film } })).rejects.toMatchObject({ status: 409 })

  // Of a course that was put on sale without a publication its own row is all there is.
  await server.owner.db.delete(courseDrafts)
  await db.delete(coursePublications)
  await expect(admin(deleteFilm, { params: { id: film } })).rejects.toMatchObject({ status: 409 })
})

test('a film equally long has only moved; its length is measured, whatever a player says', async () => {
  const course = await makeCourse(db)
  const [first, twin, longer] = [
    await makeFilm(db, course),
    await makeFilm(db, course),
    await makeFilm(db, course),
  ]
  await db.update(films).set({ durationInSeconds: 600 }).where(eq(films.id, longer))
  const textOf = ({ changes }: { changes: { text: string }[] }) =>
    changes.map(({ text }) => text).join()
  await publishWith(course, `film:${first}`)
  const moved = await publishWith(course, `film:${twin}`)
  expect(textOf(moved)).toMatch(/plays the same film from another address/)
  const replaced = await publishWith(course, `film:${longer}`)
  expect(textOf(replaced)).toMatch(/gets another film/)

  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  const report = (played: [number, number][]) =>
    server.as(learner)(reportProgress, {
      params: { course_id: course.id, video_id: course.videoIds[0] ?? '' },
      body: { position: 1, duration: 2, played },
    })
  await report([[0, 1]])
  await db.execute(sql`
    update video_progress set reported_at = reported_at - interval '1 hour',
           opened_at = opened_at - interval '1 hour' where learner_id = ${learner.id}`)
  const answer = await report([[0, 2]])

  expect(answer.video).toMatchObject({ completed: false })
  expect(answer.video.fraction).toBeLessThan(0.01)
})
