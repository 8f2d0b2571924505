import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse, unique } from '../../../tests/support/factories.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { getCourse } from '../catalogue/contract.ts'
import { createDraft, getDraft, previewDraft, saveDraft } from './contract.ts'
import type { CourseDraft } from './course-input.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const asAdmin = server.as(admin)

const film = '/media/demo/cut-on-the-beat.mp4'

test('an administrator sees the draft as a course, and its own films play for them alone', async () => {
  const course = await makeCourse(db, { modules: [[film]] })
  const before = await server.visitor(getCourse, { params: { course_id: course.id } })
  const draft = await asAdmin(getDraft, { params: { id: course.id } })
  const content = draft.course as CourseDraft // nothing is left out on the wire
  const lesson = content.modules[0]!.videos[0]!
  lesson.title = 'Not yet published'
  lesson.text = 'Take *this* with you.'
  lesson.links = [{ title: '', url: 'https://notes.example/' }]
  content.outcomes = ['Cut on the beat', '']
  await asAdmin(saveDraft, { params: { id: course.id }, body: { revision: 1, course: content } })

  const shown = await asAdmin(previewDraft, { params: { id: course.id } })

  expect(shown).toMatchObject({ id: course.id, price: 4999, outcomes: ['Cut on the beat'] })
  const [video] = shown.modules[0]!.videos
  expect(video).toMatchObject({
    id: course.videoIds[0],
    title: 'Not yet published',
    text: 'Take *this* with you.',
    links: [{ title: 'https://notes.example/', url: 'https://notes.example/' }],
  })
  expect(video?.url).toContain(`learner=${admin.id}`)
  expect((await server.fetch(video!.url!)).status).toBe(200)
  expect((await server.fetch(video!.url!.replace(admin.id, crypto.randomUUID()))).status).toBe(403)
  expect(await server.visitor(getCourse, { params: { course_id: course.id } })).toEqual(before)
})

test('what a draft does not name yet has words in its place, and no price is none', async () => {
  const { id } = await asAdmin(createDraft, {
    body: { course: { modules: [{ videos: [{ url: film }] }] } },
  })

  const shown = await asAdmin(previewDraft, { params: { id } })

  expect(shown).toMatchObject({
    title: 'Untitled course',
    price: 0,
    thumbnail: null,
    modules: [{ title: 'Untitled module', videos: [{ title: 'Untitled lesson' }] }],
  })
  expect((await server.fetch(shown.modules[0]!.videos[0]!.url!)).status).toBe(200)
})

test('a course that there is not cannot be looked at', async () => {
  const look = asAdmin(previewDraft, { params: { id: unique('course') } })

  await expect(look).rejects.toMatchObject({ status: 404, code: 'course_not_found' })
})
