import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  hideCourse,
  type MadeCourse,
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
} from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { getCourse } from '../contract.ts'
import { signMediaLink } from './sign-media-link.ts'
import { videos } from './tables.ts'

const server = await startTestServer()
afterAll(() => server.close())

const path = '/media/demo/one-idea-one-reel.mp4'
const film = await readFile(new URL(`../../../../seed${path}`, import.meta.url))
const { link, owner, course } = await linkOfAnOwner()
const sign = (address: string, minutesAgo = 0) =>
  signMediaLink(server.secrets.mediaKey, address, {
    learnerId: owner.id,
    courseId: course.id,
    now: new Date(Date.now() - minutesAgo * 60_000),
  })

test('an owner plays a film of ours by the link in the course', async () => {
  const answer = await server.fetch(link)

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('video/mp4')
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
  expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
  expect(Buffer.from(await answer.arrayBuffer()).equals(film)).toBe(true)
})

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=1000-', 1000, film.length],
  ['bytes=-10', film.length - 10, film.length],
  [`bytes=${film.length - 5}-${film.length + 100}`, film.length - 5, film.length],
])('a player that jumps gets just the bytes it asks for: %s', async (range, from, to) => {
  const answer = await server.fetch(link, { headers: { range } })

  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${film.length}`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(film.subarray(from, to))).toBe(true)
})

test('a player that asks behind the end is told the length', async () => {
  const answer = await server.fetch(link, { headers: { range: `bytes=${film.length}-` } })

  expect(answer.status).toBe(416)
  expect(answer.headers.get('content-range')).toBe(`bytes */${film.length}`)
})

test('a browser learns the size without the film, and keeps an unchanged film', async () => {
  const head = await server.fetch(link, { method: 'HEAD' })
  const etag = head.headers.get('etag') ?? ''
  const again = await server.fetch(link, { headers: revalidation(etag) })

  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe(String(film.length))
  expect(await head.text()).toBe('')
  expect(again.status).toBe(304)
})

test('captions beside the film open with the same key', async () => {
  const answer = await server.fetch(link.replace('.mp4', '.vtt'))

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/vtt/)
  expect(await answer.text()).toMatch(/^WEBVTT/)
})

test.each([
  ['no key', path],
  ['a made-up key', `${path}?key=${'a'.repeat(43)}&until=9999999999`],
  ['a key of another film', link.replace('one-idea-one-reel', 'cut-on-the-beat')],
  ['a prolonged link', link.replace(/until=\d+/, 'until=9999999999')],
  ['a link of an hour ago', sign(path, 61)],
  ['the name of another learner', link.replace(owner.id, newId())],
  ['a name that cannot be', link.replace(owner.id, 'asha')],
  ['no number', link.replace(/until=\d+/, 'until=tomorrow')],
  ['two keys', `${link}&key=a`],
  ['another folder', '/media/..%2f..%2fpackage.json'],
])('with %s nobody plays it', async (_, address) => {
  const answer = await server.fetch(address)

  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({ code: 'not_allowed' })
})

test.each([
  '/media/%2e%2e%2f%2e%2e%2fpackage.json',
  '/media/%2e%2e%2fcovers%2fai-reels-studio.svg',
])('even a good key does not open files outside the folder: %s', async (address) => {
  const answer = await server.fetch(sign(address))

  expect([400, 403, 404]).toContain(answer.status)
  expect(await answer.text()).not.toContain('"dependencies"')
})

test('a good key for a film that is gone finds nothing', async () => {
  const gone = sign('/media/demo/gone.mp4')

  expect((await server.fetch(gone)).status).toBe(404)
})

test('a learner whose course was paid back plays no film of it any more', async () => {
  const learner = await makeLearner(server.db)
  const change = {
    learnerId: learner.id,
    courseId: course.id,
    cause: { kind: 'gift' as const, id: `gift-of-${learner.id}` },
    reason: 'A gift, taken back',
  }
  await server.db.transaction((db) => grantAccess(db, change))
  const before = await readLink(learner, course)
  expect((await server.fetch(before)).status).toBe(200)

  await server.db.transaction((db) => revokeAccess(db, change))

  expect((await server.fetch(before)).status).toBe(403)
  expect((await server.fetch(link)).status).toBe(200)
})

test('each learner has links of their own, and an administrator too', async () => {
  const other = await makeLearner(server.db)
  await grantCourse(server.db, other, course)
  const links = [
    link,
    await readLink(other, course),
    await readLink(await makeAdmin(server.db), course),
  ]

  expect(new Set(links).size).toBe(3)
  for (const each of links) expect((await server.fetch(each)).status).toBe(200)
})

test('a trailer of ours plays for everybody, and opens nothing else', async () => {
  const plan = { modules: [['/media/demo/cut-on-the-beat.mp4']], page: { trailer: path } }
  const course = await makeCourse(server.db, plan)
  const owner = await makeLearner(server.db)
  await grantCourse(server.db, owner, course)
  const ask = { params: { course_id: course.id } }

  for (const answer of [
    await server.visitor(getCourse, ask),
    await server.as(owner)(getCourse, ask),
  ]) {
    expect((await server.fetch(answer.trailer!)).status).toBe(200)
  }
  const other = `/media/demo/cut-on-the-beat.mp4?preview=${course.id}`
  expect((await server.fetch(other)).status).toBe(403)
  const draft = await makeCourse(server.db, { ...plan, state: 'draft' })
  expect((await server.fetch(`${path}?preview=${draft.id}`)).status).toBe(403)
})

describe('a preview lesson', () => {
  const makePreview = async (state?: 'draft' | 'off_sale' | 'unlisted') => {
    const course = await makeCourse(server.db, {
      modules: [[path, '/media/demo/cut-on-the-beat.mp4']],
      ...(state && { state }),
    })
    await setPreview(course.videoIds[0]!, true)
    return course
  }

  test.each([undefined, 'unlisted' as const])(
    'plays for everybody, with its captions, of a course that is %s',
    async (state) => {
      const course = await makePreview(state)
      const answer = await server.visitor(getCourse, { params: { course_id: course.id } })
      const link = answer.modules[0]!.videos[0]!.url!

      expect(link).toBe(`${path}?preview=${course.id}`)
      expect((await server.fetch(link)).status).toBe(200)
      expect((await server.fetch(link.replace('.mp4', '.vtt'))).status).toBe(200)
      expect(answer.modules[0]!.videos[1]).not.toHaveProperty('url')
    },
  )

  test('opens no other film, neither of its course nor by another course', async () => {
    const course = await makePreview()
    const other = await makeCourse(server.db, { modules: [[path]] })
    const addresses = [
      `/media/demo/cut-on-the-beat.mp4?preview=${course.id}`,
      `${path}?preview=${other.id}`,
      `${path}?preview=none`,
      `${path}?preview=`,
      `${path}?preview=${course.id}&preview=${course.id}`,
    ]

    for (const address of addresses) expect((await server.fetch(address)).status).toBe(403)
  })

  test('is closed again once it is no preview, is retired or its course is taken off', async () => {
    const course = await makePreview()
    const [lesson = ''] = course.videoIds
    const link = `${path}?preview=${course.id}`
    const status = async () => (await server.fetch(link)).status
    expect(await status()).toBe(200)

    await setPreview(lesson, false)
    expect(await status()).toBe(403)

    await setPreview(lesson, true)
    expect(await status()).toBe(200)
    await server.db
      .update(videos)
      .set({ retiredAt: new Date(), moduleId: null })
      .where(eq(videos.id, lesson))
    expect(await status()).toBe(403)

    const hidden = await makePreview()
    await hideCourse(server.db, hidden)
    expect((await server.fetch(`${path}?preview=${hidden.id}`)).status).toBe(403)
  })

  test.each(['draft', 'off_sale'] as const)(
    'of a course in state %s plays for nobody',
    async (state) => {
      const course = await makePreview(state)

      expect((await server.fetch(`${path}?preview=${course.id}`)).status).toBe(403)
    },
  )
})

async function setPreview(videoId: string, isPreview: boolean): Promise<void> {
  await server.db.update(videos).set({ isPreview }).where(eq(videos.id, videoId))
}

test('a cover is for everybody and kept for long', async () => {
  const answer = await server.fetch('/covers/ai-reels-studio.svg')

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('cache-control')).toContain('max-age=2592000')
  expect((await server.fetch('/covers/no-such.svg')).status).toBe(404)
  expect((await server.fetch('/covers/%2e%2e%2fdemo-catalogue.ts')).status).toBeGreaterThan(399)
})

/** Node's fetch would ask for a fresh copy beside it unless told otherwise; browsers do not. */
function revalidation(etag: string): Record<string, string> {
  return { 'if-none-match': etag, 'cache-control': 'max-age=0' }
}

async function linkOfAnOwner() {
  const course = await makeCourse(server.db, { modules: [[path]] })
  const owner = await makeLearner(server.db)
  await grantCourse(server.db, owner, course)
  return { course, owner, link: await readLink(owner, course) }
}

async function readLink(person: Person, course: MadeCourse): Promise<string> {
  const answer = await server.as(person)(getCourse, { params: { course_id: course.id } })
  return answer.modules[0]!.videos[0]!.url!
}
