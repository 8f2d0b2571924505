import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { grantCourse, makeCourse, makeLearner } from '../../tests/support/factories.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { getCourse } from './contract.ts'
import { signMediaLink } from './sign-media-link.ts'

const server = await startTestServer()
afterAll(() => server.close())

const path = '/media/demo/one-idea-one-reel.mp4'
const film = await readFile(new URL(`../../seed${path}`, import.meta.url))
const link = await linkOfAnOwner()

test('an owner plays a film of ours by the link in the course', async () => {
  const answer = await server.fetch(link)

  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('video/mp4')
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
  expect(answer.headers.get('cache-control')).toContain('max-age=3600')
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
  ['an old link', signMediaLink(server.secrets.mediaKey, path, new Date(Date.now() - 14 * 36e5))],
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
  const answer = await server.fetch(signMediaLink(server.secrets.mediaKey, address, new Date()))

  expect([400, 403, 404]).toContain(answer.status)
  expect(await answer.text()).not.toContain('"dependencies"')
})

test('a good key for a film that is gone finds nothing', async () => {
  const gone = signMediaLink(server.secrets.mediaKey, '/media/demo/gone.mp4', new Date())

  expect((await server.fetch(gone)).status).toBe(404)
})

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

async function linkOfAnOwner(): Promise<string> {
  const course = await makeCourse(server.db, { modules: [[path]] })
  const owner = await makeLearner(server.db)
  await grantCourse(server.db, owner, course)
  const answer = await server.as(owner)(getCourse, { params: { course_id: course.id } })
  return answer.modules[0]!.videos[0]!.url!
}
