import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../tests/support/factories.ts'
import { startS3StandIn } from '../../../tests/support/s3-stand-in.ts'
import { startTestServer } from '../../../tests/support/start-test-server.ts'
import { uploadFile } from '../../../tests/support/upload.ts'
import { newId } from '../../platform/database/new-id.ts'
import { openMediaStore } from '../../platform/media/open-media-store.ts'
import { grantAccess, revokeAccess } from '../access/server/change-access.ts'
import { createCourse, deleteCourse } from '../admin/contract.ts'
import { getCourse, listCourses } from '../catalogue/contract.ts'
import { getAttachment } from '../files/contract.ts'
import { pairReplaced } from '../files/server/replacements.ts'
import { copyCourse, createDraft, getDraft, previewDraft, publish, saveDraft } from './contract.ts'
import type { VideoDraft } from './course-input.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const asAdmin = server.as(admin)
const visitor = { token: '' }

const notes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5000)])
let course: MadeCourse
let owner: Person
let fileId: string
let url: string

beforeAll(async () => {
  course = await makeCourse(db)
  owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  fileId = await upload('Tabla notes.pdf')
  await publishWith(course, (lesson) => {
    lesson.attachments = [{ id: fileId, name: 'The notes' }]
  })
  url = (await filesFor(owner, course))[0]?.url ?? ''
})

describe('a file of a lesson', () => {
  test('is told to owners and administrators, to nobody else', async () => {
    const told = [{ id: fileId, name: 'The notes', size_in_bytes: notes.length }]
    expect(await filesFor(owner, course)).toMatchObject(told)
    expect(await filesFor(admin, course)).toMatchObject(told)
    expect(await filesFor(visitor, course)).toEqual([])
    expect(await filesFor(await makeLearner(db), course)).toEqual([])
    const listed = JSON.stringify(await server.visitor(listCourses, {}))
    expect(listed).not.toContain(fileId)
  })

  test('is in the preview of a draft that nobody has published yet', async () => {
    const attachments = [{ id: fileId, name: 'The notes' }]
    const { id } = await asAdmin(createDraft, {
      body: { course: { modules: [{ videos: [{ attachments }] }] } },
    })
    const shown = await asAdmin(previewDraft, { params: { id } })
    const [file] = shown.modules[0]?.videos[0]?.attachments ?? []

    expect(file).toMatchObject({ ...attachments[0], size_in_bytes: notes.length })
    expect((await server.fetch(file?.url ?? '')).status).toBe(200)
  })

  test('is kept by the browser under its name, and nothing in it runs', async () => {
    const answer = await server.fetch(url)

    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="Tabla notes.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-length': String(notes.length),
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(notes)).toBe(true)
  })

  test('comes in parts, so that a download goes on where it stopped', async () => {
    const part = await server.fetch(url, { headers: { range: 'bytes=1000-1999' } })
    const etag = part.headers.get('etag') ?? ''
    const behind = await server.fetch(url, { headers: { range: `bytes=${notes.length}-` } })
    const same = await server.fetch(url, { headers: { 'if-none-match': etag } })
    const other = await server.fetch(url, {
      headers: { range: 'bytes=0-9', 'if-range': '"other"' },
    })
    const head = await server.fetch(url, { method: 'HEAD' })

    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${notes.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(notes.subarray(1000, 2000))).toBe(true)
    expect([behind.status, behind.headers.get('content-range')]).toEqual([
      416,
      `bytes */${notes.length}`,
    ])
    expect(same.status).toBe(304)
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, notes.length])
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(notes.length)])
  })

  test('opens by the signed link only', async () => {
    const [path = ''] = url.split('?')
    const tampered = [
      path,
      `${path}?preview=${course.id}`,
      url.replace(/until=\d+/, 'until=9999999999'),
      url.replace(owner.id, admin.id),
      url.replace(fileId, await upload('Other.pdf')),
    ]
    for (const address of tampered) expect((await server.fetch(address)).status).toBe(403)
    expect((await server.fetch('/media/attachments/..%2f..%2fx')).status).toBe(404)
  })

  test('closes with the course, at once', async () => {
    const person = await makeLearner(db)
    const gift = {
      learnerId: person.id,
      courseId: course.id,
      cause: { kind: 'gift' as const, id: 'taken back' },
      reason: 'A gift for a test',
    }
    await db.transaction((db) => grantAccess(db, gift))
    const link = (await filesFor(person, course))[0]?.url ?? ''
    expect((await server.fetch(link)).status).toBe(200)

    await db.transaction((db) => revokeAccess(db, gift))

    expect((await server.fetch(link)).status).toBe(403)
  })

  test('of a preview lesson is for everybody, as long as it is one', async () => {
    const shown = await makeCourse(db)
    const change = (isPreview: boolean) => (lesson: VideoDraft) => {
      lesson.is_preview = isPreview
      lesson.attachments = [{ id: fileId, name: 'The notes' }]
    }
    await publishWith(shown, change(true))

    const [file] = await filesFor(visitor, shown)
    expect((await server.fetch(file?.url ?? '')).status).toBe(200)
    await publishWith(shown, change(false))
    expect((await server.fetch(file?.url ?? '')).status).toBe(403)
  })
})

describe('a draft that names a file', () => {
  test.each(['none', newId(), 'a/../b', 'x'.repeat(99)])(
    'that is not there (%s) is not published; the sentence stands at its place',
    async (id) => {
      const other = await makeCourse(db)
      const published = publishWith(other, (lesson) => {
        lesson.attachments = [
          { id: fileId, name: 'There' },
          { id, name: 'Not there' },
        ]
      })

      await expect(published).rejects.toMatchObject({
        status: 400,
        problem: {
          detail: 'This file is not here. Please upload it again.',
          errors: [{ path: 'course.modules.0.videos.0.attachments.1' }],
        },
      })
    },
  )

  test('cannot be put on sale at once with a file that is not there', async () => {
    const made = asAdmin(createCourse, {
      body: {
        title: 'At once',
        description: 'x',
        price: 1,
        modules: [
          {
            title: 'One',
            videos: [
              {
                title: 'One',
                url: 'https://videos.example/a.mp4',
                attachments: [{ id: newId(), name: 'x' }],
              },
            ],
          },
        ],
      },
    })

    await expect(made).rejects.toMatchObject({
      problem: { errors: [{ path: 'modules.0.videos.0.attachments.0' }] },
    })
  })

  test('may be a copy, which refers to the same file', async () => {
    const copy = await asAdmin(copyCourse, { params: { id: course.id } })
    await asAdmin(publish, { params: { id: copy.id }, body: { revision: copy.revision } })

    expect(await filesFor(admin, { ...course, id: copy.id })).toMatchObject([{ id: fileId }])
  })

  test('may be a copy whose original is deleted: who has the copy keeps the file', async () => {
    const original = await asAdmin(createDraft, { body: { course: { title: 'Tabla' } } })
    const id = await uploadFile(server, admin, {
      courseId: original.id,
      filename: 'Rhythms.pdf',
      bytes: notes,
    })
    const params = { id: original.id }
    const lesson = { title: 'One', url: 'https://videos.example/a.mp4' }
    const videos = [{ ...lesson, attachments: [{ id, name: 'Rhythms' }] }]
    const written = {
      title: 'Tabla',
      description: 'Drums.',
      price: 100,
      modules: [{ title: 'One', videos }],
    }
    const { revision } = await asAdmin(getDraft, { params })
    await asAdmin(saveDraft, { params, body: { revision, course: written } })
    const copy = await asAdmin(copyCourse, { params })
    await asAdmin(publish, { params: { id: copy.id }, body: { revision: copy.revision } })
    const buyer = await makeLearner(db)
    await grantCourse(db, buyer, { ...course, id: copy.id })

    await asAdmin(deleteCourse, { params })

    const [file] = await filesFor(buyer, copy)
    expect(file).toMatchObject({ id, name: 'Rhythms' })
    expect((await server.fetch(file?.url ?? '')).status).toBe(200)
    const made = await asAdmin(getAttachment, { params: { id } })
    expect(made).toMatchObject({ course_id: null, filename: 'Rhythms.pdf' })
  })
})

describe('a file that takes the place of another', () => {
  test('is a new version for who had fetched the old one, until they fetch the new one', async () => {
    const changing = await makeCourse(db)
    const [reader, stranger] = [await makeLearner(db), await makeLearner(db)]
    await grantCourse(db, reader, changing)
    await grantCourse(db, stranger, changing)
    const show = (id: string) =>
      publishWith(changing, (lesson) => {
        lesson.attachments = [{ id, name: 'The notes' }]
      })
    await show(fileId)
    await server.fetch((await filesFor(reader, changing))[0]?.url ?? '')

    await show(await upload('Second.pdf'))
    await show(await upload('Third.pdf'))

    expect((await filesFor(reader, changing))[0]).toHaveProperty('is_new_version', true)
    expect((await filesFor(stranger, changing))[0]).not.toHaveProperty('is_new_version')
    await server.fetch((await filesFor(reader, changing))[0]?.url ?? '')
    expect((await filesFor(reader, changing))[0]).not.toHaveProperty('is_new_version')
    await show(fileId)
    expect((await filesFor(reader, changing))[0]).not.toHaveProperty('is_new_version')
  })

  test('is the one of the same name, else the one at the same place, and never counts twice', () => {
    const files = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
        name: fc.constantFrom('x', 'y', 'z'),
      }),
      { selector: ({ id }) => id, maxLength: 5 },
    )
    fc.assert(
      fc.property(files, files, (before, after) => {
        const pairs = pairReplaced(before, after)
        for (const { oldId, newId } of pairs) {
          expect(before.some(({ id }) => id === newId)).toBe(false)
          expect(after.some(({ id }) => id === oldId)).toBe(false)
        }
        expect(new Set(pairs.map(({ oldId }) => oldId)).size).toBe(pairs.length)
        expect(new Set(pairs.map(({ newId }) => newId)).size).toBe(pairs.length)
      }),
    )
    expect(
      pairReplaced(
        [
          { id: 'a', name: 'x' },
          { id: 'b', name: 'y' },
        ],
        [
          { id: 'c', name: 'y' },
          { id: 'd', name: 'z' },
        ],
      ),
    ).toEqual([{ oldId: 'b', newId: 'c' }])
  })
})

test('with files in an S3 store a browser is sent there for a moment', async () => {
  const standIn = await startS3StandIn()
  const media = await openMediaStore({
    kind: 's3',
    bucket: 'films',
    prefix: '',
    region: 'auto',
    endpoint: standIn.url,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
  const beside = await startTestServer({ beside: server, media })
  const id = await uploadFile(beside, admin, {
    courseId: course.id,
    filename: 'Far away.pdf',
    bytes: notes,
  })
  const far = await makeCourse(db)
  await publishWith(far, (lesson) => {
    lesson.attachments = [{ id, name: 'Far' }]
  })

  const [file] = await filesFor(admin, far)
  const answer = await fetch(beside.baseUrl + (file?.url ?? ''))
  expect(answer.url.startsWith(standIn.url)).toBe(true)
  expect(answer.headers.get('content-disposition')).toContain('filename="Far away.pdf"')
  expect(Buffer.from(await answer.arrayBuffer()).equals(notes)).toBe(true)
  await beside.close()
  await standIn.close()
})

async function upload(filename: string): Promise<string> {
  return uploadFile(server, admin, { courseId: course.id, filename, bytes: notes })
}

/** Changes the course's first lesson and publishes it. */
async function publishWith(
  { id }: { id: string },
  change: (lesson: VideoDraft) => void,
): Promise<void> {
  const params = { id }
  const { revision, course: draft } = await asAdmin(getDraft, { params })
  const [lesson] = draft.modules?.[0]?.videos ?? []
  if (lesson) change(lesson as VideoDraft) // with all that the wire may leave out
  const saved = await asAdmin(saveDraft, { params, body: { revision, course: draft } })
  await asAdmin(publish, { params, body: { revision: saved.revision } })
}

async function filesFor(person: { token: string }, { id }: { id: string }) {
  const ask = person.token === '' ? server.visitor : server.as(person)
  const { modules } = await ask(getCourse, { params: { course_id: id } })
  return modules[0]?.videos[0]?.attachments ?? []
}
