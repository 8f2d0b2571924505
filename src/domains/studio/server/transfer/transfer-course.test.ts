import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { makeAssignment } from '../../../../../tests/support/assignment-course.ts'
import {
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { makeQuiz } from '../../../../../tests/support/make-quiz.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { keepInFolder } from '../../../../platform/media/keep-in-folder.ts'
import {
  createDraft,
  exportCourse,
  getDraft,
  importCourse,
  importCourseCsv,
} from '../../contract.ts'
import { type CourseDraft, courseDraft } from '../../course-input.ts'
import { keepPicture } from '../pictures/keep-picture.ts'
import type { PictureShape } from '../pictures/picture-key.ts'
import { exportCourse as writeFile } from './export-course.ts'
import { importCourse as readFile } from './import-course.ts'
import { type OwnPictures, ownPictures } from './own-pictures.ts'
import { readCourseFile } from './read-course-file.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const asAdmin = server.as(admin)
const publicUrl = () => 'https://academy.test'
const cover = '/covers/ai-reels-studio.svg'

describe('a course file', () => {
  test('is a download with the texts and pictures of the draft', async () => {
    const { id } = await makeCourse(db, { thumbnail: cover })

    const answer = await server.fetch(`/api/admin/courses/${id}/export`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })

    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="${id}.course.json"`,
    )
    const file = await answer.json()
    expect(file).toMatchObject({
      format: 'academy-course',
      version: 1,
      course: { title: 'Reels in a Day', modules: [{ videos: [{ title: 'Video 1' }, {}] }] },
      pictures: [{ address: cover, type: 'image/svg+xml' }],
    })
    expect(JSON.stringify(file)).not.toContain('"id"')
  })

  test('makes a draft with the same content, whatever the course holds', async () => {
    await fc.assert(
      fc.asyncProperty(courses, async (course) => {
        const first = await asAdmin(exportCourse, { params: await makeDraft(course) })
        const imported = await asAdmin(importCourse, { body: first })
        const second = await asAdmin(exportCourse, { params: { id: imported.id } })

        expect({ ...second, exported_at: '' }).toEqual({ ...first, exported_at: '' })
        expect(first.course).toEqual(course)
      }),
      { numRuns: 40 },
    )
  })

  test('brings its pictures into another academy', async () => {
    const teachers = [{ name: 'Asha', picture: `${publicUrl()}${cover}`, text: '' }]
    const { id } = await makeDraft({ ...empty, thumbnail: cover, teachers })
    const file = await writeFile({ db, pictures: ownPictures(server), publicUrl }, id)
    const kept: string[] = []
    const elsewhere: OwnPictures = {
      read: async () => null,
      add: async ({ content }) => {
        kept.push(content.toString())
        return `/pictures/${kept.length}`
      },
    }
    const there = { db, pictures: elsewhere, publicUrl: () => 'https://elsewhere.test' }

    const imported = await readFile(there, readCourseFile({ ...file }), admin.id)

    expect(imported.notes).toEqual([])
    expect(kept).toEqual([expect.stringContaining('<svg'), expect.stringContaining('<svg')])
    const { course } = await asAdmin(getDraft, { params: { id: imported.id } })
    expect(course.thumbnail).toBe('/pictures/1')
    expect(course.teachers?.[0]?.picture).toBe('/pictures/2')
  })

  test('brings uploaded covers and portraits along, and back to where they were', async () => {
    const by = admin.id
    const draw = async (shape: PictureShape) => {
      const content = await sharp({
        create: { width: 800, height: 450, channels: 3, background: 'red' },
      })
        .png()
        .toBuffer()
      return (await keepPicture(server, { content, shape, by })).url
    }
    const thumbnail = await draw('cover')
    const teachers = [{ name: 'Asha', picture: await draw('portrait'), text: '' }]
    const { id } = await makeDraft({ ...empty, thumbnail, teachers })
    const file = await asAdmin(exportCourse, { params: { id } })
    expect(file.pictures?.map(({ address }) => address)).toEqual([thumbnail, teachers[0]?.picture])

    const bare = { ...file, pictures: [] }
    for (const body of [file, bare]) {
      const again = await asAdmin(importCourse, { body })
      expect(again.notes).toEqual([])
      const { course } = await asAdmin(getDraft, { params: { id: again.id } })
      expect(course).toMatchObject({ thumbnail, teachers })
    }

    const folder = await mkdtemp(join(tmpdir(), 'academy-pictures-'))
    const elsewhere = { db, media: keepInFolder(folder) }
    const there = {
      db,
      pictures: ownPictures(elsewhere),
      publicUrl: () => 'https://elsewhere.test',
    }
    const arrived = await readFile(there, readCourseFile({ ...file }), by)
    expect(arrived.notes).toEqual([])
    const { course } = await asAdmin(getDraft, { params: { id: arrived.id } })
    const [cover, portrait] = [course.thumbnail ?? '', course.teachers?.[0]?.picture ?? '']
    expect(await readdir(join(folder, cover))).toContain('1280.avif')
    expect(await readdir(join(folder, portrait))).toContain('384.avif')
    await rm(folder, { recursive: true })
  })

  test('with a picture that is none leaves it out and says so', async () => {
    const pictures = [{ address: '/pictures/a', type: 'image/jpeg' as const, data: 'AAAA' }]

    const { notes } = await asAdmin(importCourse, {
      body: { ...fileOf({ thumbnail: '/pictures/a' }), pictures },
    })

    expect(notes).toEqual(['The picture /pictures/a is not here. Please add it again.'])
  })

  test('says which films of the academy are not here', async () => {
    const here = `film:${await makeFilm(db, await makeCourse(db))}`
    const gone = 'film:00000000-0000-7000-8000-000000000000'
    const videos = [
      { title: 'Here', url: here },
      { title: 'Gone', url: gone },
    ]

    const { notes } = await asAdmin(importCourse, {
      body: fileOf({ trailer: gone, modules: [{ videos }] }),
    })

    expect(notes).toEqual([
      `The trailer is not here: ${gone}.`,
      `The film of “Gone” is not here: ${gone}.`,
    ])
  })

  test('says what could not come along', async () => {
    const lesson = { title: 'Cut', url: '/media/not-here.mp4', attachments: [sheet] }

    const { id, notes } = await asAdmin(importCourse, {
      body: fileOf({ thumbnail: '/covers/not-here.svg', modules: [{ videos: [lesson] }] }),
    })

    expect(notes).toEqual([
      'The picture /covers/not-here.svg is not here. Please add it again.',
      'The film of “Cut” is not here: /media/not-here.mp4.',
      'The files of “Cut” are only named in the course file.',
    ])
    const { course, state } = await asAdmin(getDraft, { params: { id } })
    expect({ state, thumbnail: course.thumbnail }).toEqual({ state: 'draft', thumbnail: null })
  })

  test.each([
    ['an unknown version', { ...fileOf({}), version: 2 }, 'version'],
    ['another format', { ...fileOf({}), format: 'something' }, 'format'],
    ['a list', [], ''],
    ['no course', { ...fileOf({}), course: 'none' }, 'course'],
    ['a course of another shape', fileOf({ modules: {} }), 'course.modules'],
    [
      'too many modules',
      fileOf({ modules: Array.from({ length: 101 }, () => ({})) }),
      'course.modules',
    ],
    ['an endless list', fileOf({ outcomes: Array(100_000).fill(1) }), 'course.outcomes'],
    ['a broken picture', { ...fileOf({}), pictures: [picture('?')] }, 'pictures.0.data'],
    ['a picture of another kind', { ...fileOf({}), pictures: [html] }, 'pictures.0.type'],
    ['a link that runs', fileOf({ trailer: 'javascript:alert(1)' }), 'course.trailer'],
    ['a cover that runs', fileOf({ thumbnail: 'javascript:alert(1)' }), 'course.thumbnail'],
    ['a film that runs', fileOf(ofLesson({ url: 'javascript:alert(1)' })), `${firstLesson}.url`],
    [
      'a link of a lesson that runs',
      fileOf(ofLesson({ links: [{ title: 'x', url: 'javascript:alert(1)' }] })),
      `${firstLesson}.links.0.url`,
    ],
  ])('with %s is refused with a sentence and its path', async (_, body, path) => {
    // What no client of ours would send.
    const imported = asAdmin(importCourse, { body: body as never })

    await expect(imported).rejects.toMatchObject({
      status: 400,
      code: 'invalid_input',
      errors: expect.arrayContaining([{ path, message: expect.stringMatching(/\.$/) }]),
    })
  })

  test.each([
    ['nested deeply', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['of faults only', `{"modules":[${'1,'.repeat(5_000_000)}1]}`, 400],
    [
      'of faults only, within all limits',
      `{"modules":[${`{"videos":[${'1,'.repeat(199)}1]},`.repeat(99)}{}]}`,
      400,
    ],
    ['with keys of prototypes', '{"__proto__":{"isAdmin":true}}', 400],
    ['of 13 MB', `{"title":"${'x'.repeat(13_000_000)}"}`, 413],
  ])('%s is refused with a sentence', async (_, course, status) => {
    const answer = await send(`{"format":"academy-course","version":1,"course":${course}}`)

    expect(answer.status).toBe(status)
    const { detail, errors = [] } = (await answer.json()) as Refusal
    expect(detail).toMatch(/\.$/)
    expect(errors.length).toBeLessThanOrEqual(100)
  })

  test('of megabytes is read from administrators only', async () => {
    const learner = await makeLearner(db)

    const answer = await send(`{"format":"${'x'.repeat(11_000_000)}"`, learner.token)

    expect(answer.status).toBe(403) // else: not valid JSON
  })
})

describe('a spreadsheet', () => {
  test('is only looked at in a dry run, and then makes a draft', async () => {
    const csv = 'module,lesson,link\nOne,First,https://youtu.be/aqz-KE-bpKQ'

    const dry = await asAdmin(importCourseCsv, { body: { csv, title: 'Sheet', dry_run: true } })
    const made = await asAdmin(importCourseCsv, { body: { csv, title: 'Sheet' } })

    expect(dry).toEqual({ id: null, modules: 1, lessons: 1, problems: [], ignored_columns: [] })
    const { course, state } = await asAdmin(getDraft, { params: { id: made.id ?? '' } })
    expect(state).toBe('draft')
    expect(course).toMatchObject({ title: 'Sheet', modules: [{ videos: [{ title: 'First' }] }] })
  })

  test('with bad rows makes none', async () => {
    const body = { csv: 'module,lesson,link\nOne,First,javascript:alert(1)\nOne,,/a.mp4' }

    const dry = await asAdmin(importCourseCsv, { body: { ...body, dry_run: true } })
    const made = asAdmin(importCourseCsv, { body })

    expect(dry.problems.map(({ row }) => row)).toEqual([2, 3])
    await expect(made).rejects.toMatchObject({
      status: 400,
      detail: '2 rows need attention. Row 2: Please give a web address that begins with https://.',
      errors: [{ path: 'rows.2.link' }, { path: 'rows.3.lesson' }],
    })
  })

  test('of a course can be opened in Excel, which runs nothing of it', async () => {
    const { id } = await makeDraft(
      courseDraft.parse({
        modules: [{ title: 'One', videos: [{ title: '=HYPERLINK("x")', text: 'नमस्ते' }] }],
      }),
    )

    const answer = await server.fetch(`/api/admin/courses/${id}/export.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })

    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}.csv"`)
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
      `\uFEFFmodule,lesson,link,duration,preview,text\r\nOne,"'=HYPERLINK(""x"")",,,,नमस्ते\r\n`,
    )
  })
})

interface Refusal {
  detail: string
  errors?: unknown[]
}

const empty = courseDraft.parse({})
const sheet = { id: 'sheet', name: 'Worksheet.pdf' }
const firstLesson = 'course.modules.0.videos.0'
const html = { ...picture('PHA+'), type: 'text/html' }

function picture(data: string) {
  return { address: '/covers/x.svg', type: 'image/svg+xml', data }
}

function fileOf(course: object) {
  return { format: 'academy-course' as const, version: 1 as const, course }
}

function ofLesson(lesson: object) {
  return { modules: [{ videos: [lesson] }] }
}

async function makeDraft(course: CourseDraft): Promise<{ id: string }> {
  const { id } = await asAdmin(createDraft, { body: { course } })
  return { id }
}

function send(body: string, token = admin.token): Promise<Response> {
  return server.fetch('/api/admin/courses/import', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
}

/** Any draft, as the server keeps it. Its own pictures are here, or on the web. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((text) => !text.includes('\0'))
  .map((text) => text.trim())
const film = fc.constantFrom(
  '',
  'https://youtu.be/aqz-KE-bpKQ',
  '/media/demo/one-idea-one-reel.mp4',
)
const address = fc.constantFrom(cover, 'https://pictures.example/one.jpg')
const lesson = fc.record({
  title: text,
  url: film,
  duration: text,
  is_preview: fc.boolean(),
  text,
  links: fc.array(fc.record({ title: text, url: fc.constant('https://a.example/?b=1') }), {
    maxLength: 2,
  }),
  attachments: fc.array(fc.constant(sheet), { maxLength: 1 }),
  quiz: fc.option(fc.constant(makeQuiz())),
  assignment: fc.option(fc.constant(makeAssignment())),
})
const lines = fc.array(text, { maxLength: 3 })
const courses: fc.Arbitrary<CourseDraft> = fc.record({
  title: text,
  description: text,
  price: fc.option(fc.integer({ min: 1, max: 500_000 })),
  thumbnail: fc.option(fc.oneof(address, fc.constant(''))),
  modules: fc.array(
    fc.record({
      title: text,
      description: text,
      videos: fc.array(lesson, { maxLength: 3 }),
    }),
    { maxLength: 3 },
  ),
  subtitle: text,
  outcomes: lines,
  audience: lines,
  requirements: lines,
  language: text,
  level: fc.constantFrom('', 'beginner', 'intermediate', 'advanced'),
  teachers: fc.array(
    fc.record({ name: text, picture: address, text }, { requiredKeys: ['name'] }),
    { maxLength: 2 },
  ),
  questions: fc.array(fc.record({ question: text, answer: text }), { maxLength: 2 }),
  trailer: film,
  has_name_mark: fc.boolean(),
})
