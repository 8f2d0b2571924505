import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { courses } from '../../../catalogue/server/tables.ts'
import { courseDraft } from '../../course-input.ts'
import { createDraft } from '../create-draft.ts'
import { coursePublications, uploadedPictures } from '../tables.ts'
import { keepPicture } from './keep-picture.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'

const server = await startTestServer()
afterAll(() => server.close())
const { db, media } = server

test('after a week, pictures that no course shows are gone, and all others stay', async () => {
  const admin = await makeAdmin(db)
  const square = { width: 200, height: 200, channels: 3 as const, background: '#345' }
  const content = await sharp({ create: square }).png().toBuffer()
  const keep = async () =>
    (await keepPicture({ db, media }, { content, shape: 'portrait', by: admin.id })).url
  const onSale = await keep()
  const ofTeacher = await keep()
  const inDraft = await keep()
  const published = await keep()
  const unused = await keep()
  const course = await makeCourse(db, { thumbnail: onSale })
  await db.update(courses).set({ page: { teachers: [{ name: 'Asha', picture: ofTeacher }] } })
  await createDraft(db, courseDraft.parse({ title: 'Draft', thumbnail: inDraft }), admin.id)
  await db.insert(coursePublications).values({
    courseId: course.id,
    number: 1,
    content: courseDraft.parse({ title: 'Before', thumbnail: published }),
    changes: [],
    affected: { buyers: 0, in_progress: 0, completed: 0 },
  })
  await server.owner.db.update(uploadedPictures).set({ uploadedAt: sql`now() - interval '8 days'` })
  const young = await keep()

  await removeUnusedPictures({ db, media, shownBy: [] })

  for (const url of [onSale, ofTeacher, inDraft, published, young]) {
    expect((await server.fetch(`${url}/96.webp`)).status).toBe(200)
  }
  expect((await server.fetch(`${unused}/96.webp`)).status).toBe(404)
  expect(await media.sizeOf(`${unused.slice(1)}/original.webp`)).toBeNull()
  expect(await db.$count(uploadedPictures)).toBe(5)
})
