import { afterAll, expect, test } from 'vitest'
import { makeAdmin, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { getCourse, listCourses } from '../../catalogue/contract.ts'
import { createCourse } from '../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))

const plain = { title: 'Reels', description: 'Make reels.', price: 4999 }
const video = { title: 'One', url: 'https://youtu.be/aqz-KE-bpKQ' }

test('an administrator puts a course on sale and everybody sees it at once', async () => {
  const made = await admin(createCourse, {
    body: {
      title: '  AI Réels: Idée & Schnitt!  ',
      description: '  From idea to reel.\nIn a day.  ',
      price: 4999.0,
      thumbnail: 'https://pictures.example/cover.png',
      modules: [
        { title: ' Start ', videos: [{ ...video, duration: '15 min' }] },
        { title: 'Then', description: 'More', videos: [] },
      ],
    },
  })

  expect(made.id).toMatch(/^ai-reels-idee-schnitt-[a-z0-9]{6}$/)
  expect(made).toMatchObject({
    title: 'AI Réels: Idée & Schnitt!',
    description: 'From idea to reel.\nIn a day.',
    price: 4999,
    thumbnail: 'https://pictures.example/cover.png',
    modules: [
      { title: 'Start', description: '', videos: [{ ...video, duration: '15 min' }] },
      { title: 'Then', description: 'More', videos: [] },
    ],
  })
  const listed = await server.visitor(listCourses, {})
  expect(listed.map(({ id }) => id)).toContain(made.id)
  const read = await server.visitor(getCourse, { params: { course_id: made.id } })
  expect(read.modules.map(({ title }) => title)).toEqual(['Start', 'Then'])
})

test.each([
  ['हिन्दी में रील', /^course-[a-z0-9]{6}$/],
  ['🎬🎬', /^course-[a-z0-9]{6}$/],
  ['long '.repeat(39), /^long(-long)+-[a-z0-9]{6}$/],
])('a title in any script gives an address that can be typed: %s', async (title, pattern) => {
  const made = await admin(createCourse, { body: { ...plain, title } })

  expect(made.id).toMatch(pattern)
  expect(made.id.length).toBeLessThan(70)
  expect(made.title).toBe(title.trim())
})

test('two courses of the same title have two addresses', async () => {
  const first = await admin(createCourse, { body: plain })
  const second = await admin(createCourse, { body: plain })

  expect(first.id).not.toBe(second.id)
})

test.each(['on_sale', 'draft'] as const)(
  'no description of a module and no duration of a video (null) are none: %s',
  async (state) => {
    const modules = [{ title: 'Start', description: null, videos: [{ ...video, duration: null }] }]

    const made = await admin(createCourse, { body: { ...plain, modules, state } })

    expect(made.modules).toMatchObject([{ description: '', videos: [{ duration: '' }] }])
  },
)

test.each([[''], [null], [undefined]])('no thumbnail (%j) is none', async (thumbnail) => {
  const body = thumbnail === undefined ? plain : { ...plain, thumbnail }

  expect(await admin(createCourse, { body })).toMatchObject({ thumbnail: null, modules: [] })
})

test.each([
  [{ ...plain, title: '   ' }, 'title'],
  [{ ...plain, title: 'x'.repeat(201) }, 'title'],
  [{ ...plain, title: 'a\0b' }, ''],
  [{ ...plain, description: '' }, 'description'],
  [{ ...plain, price: 0 }, 'price'],
  [{ ...plain, price: 1.5 }, 'price'],
  [{ ...plain, price: -1 }, 'price'],
  [{ ...plain, price: 1e9 }, 'price'],
  [{ ...plain, price: '4999' }, 'price'],
  [{ title: 'x', description: 'y' }, 'price'],
  [{ ...plain, thumbnail: 'not a link' }, 'thumbnail'],
  [{ ...plain, thumbnail: 'javascript:alert(1)' }, 'thumbnail'],
  [{ ...plain, thumbnail: '//evil.example/a.png' }, 'thumbnail'],
  [{ ...plain, modules: [{ title: '', videos: [] }] }, 'modules.0.title'],
  [
    { ...plain, modules: [{ title: 'a', videos: [{ ...video, url: '' }] }] },
    'modules.0.videos.0.url',
  ],
  [
    { ...plain, modules: [{ title: 'a', videos: [video, { ...video, title: '' }] }] },
    'modules.0.videos.1.title',
  ],
  ...[
    'javascript:alert(1)',
    'data:video/mp4;base64,AAAA',
    'file:///etc/passwd',
    ' JaVaScRiPt:1',
  ].map((url): [object, string] => [
    { ...plain, modules: [{ title: 'a', videos: [{ ...video, url }] }] },
    'modules.0.videos.0.url',
  ]),
])('bad input %j is refused with its path', async (body, path) => {
  const answer = admin(createCourse, { body: body as typeof plain })

  await expect(answer).rejects.toMatchObject({
    status: 400,
    errors: expect.arrayContaining([expect.objectContaining({ path })]),
  })
})

test.each(['not a link', 'javascript:alert(1)', '//evil.example/a.png', 'x'.repeat(3000)])(
  'the thumbnail %j is called what it is',
  async (thumbnail) => {
    const answer = admin(createCourse, { body: { ...plain, thumbnail } })

    await expect(answer).rejects.toMatchObject({ detail: 'Thumbnail must be a URL.' })
  },
)

test('nobody but an administrator creates a course', async () => {
  const learner = await makeLearner(db)

  await expect(server.visitor(createCourse, { body: plain })).rejects.toMatchObject({ status: 401 })
  await expect(server.as(learner)(createCourse, { body: plain })).rejects.toMatchObject({
    status: 403,
    code: 'not_allowed',
  })
})

test('a course with a hundred modules is taken, a body without end is not', async () => {
  const modules = Array.from({ length: 100 }, (_, index) => ({
    title: `Module ${index}`,
    videos: [video, video],
  }))
  const made = await admin(createCourse, { body: { ...plain, modules } })
  const endless = { ...plain, description: 'x'.repeat(5_000_000) }

  expect(made.modules).toHaveLength(100)
  await expect(admin(createCourse, { body: endless })).rejects.toMatchObject({ status: 413 })
})

test('a teacher without a name and an answer without its question are told, not left out', async () => {
  const teachers = [{ name: '', text: 'Twenty years of film' }]
  const questions = [{ question: '', answer: 'Yes.' }]

  await expect(
    admin(createCourse, { body: { ...plain, teachers, questions } }),
  ).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
})

test('a course is taken with as many words as a draft may have', async () => {
  const text = 'क'.repeat(19_000)
  const videos = Array.from({ length: 8 }, (_, at) => ({ ...video, title: `Lesson ${at}`, text }))

  const made = await admin(createCourse, {
    body: { ...plain, modules: [{ title: 'All', videos }] },
  })

  expect(made.modules[0]?.videos).toHaveLength(8)
})
