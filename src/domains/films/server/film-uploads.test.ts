import { createHash, randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { hasFfmpeg, makeFilmFile } from '../../../../tests/support/make-film.ts'
import { startTestServer, type TestServer } from '../../../../tests/support/start-test-server.ts'
import { bearer, beginUpload, idOf, sendBytes } from '../../../../tests/support/upload.ts'
import { uploadsFolder } from '../../files/server/uploads.ts'
import { getFilm } from '../contract.ts'
import { filmRenditions } from './tables.ts'

const server = await startTestServer()
const withoutFfmpeg = await startTestServer({ beside: server, env: { FFMPEG_PATH: '/nowhere' } })
const { db } = server
const folder = uploadsFolder(server.settings.dataDir)
const admin = await makeAdmin(db)
const course = await makeCourse(db)
afterAll(async () => {
  await withoutFfmpeg.close()
  await server.close()
})

async function upload(bytes: Buffer, { to = server, filename = 'Lesson 1.mp4' } = {}) {
  const file = { courseId: course.id, filename, kind: 'film', sizeInBytes: bytes.length }
  const begun = await beginUpload(to, admin, file)
  expect(begun.status, await begun.text()).toBe(201)
  const id = idOf(begun)
  expect((await sendBytes(to, admin, { id, bytes })).status).toBe(204)
  return id
}

async function stored(id: string, from: TestServer = server) {
  return vi.waitFor(
    async () => {
      const film = await from.as(admin)(getFilm, { params: { id } })
      expect(film.state).not.toBe('uploading')
      return film
    },
    { interval: 50, timeout: 300_000 },
  )
}

async function mediaFiles(): Promise<string[]> {
  const found = await readdir(join(server.settings.dataDir, 'media'), { recursive: true }).catch(
    () => [],
  )
  return found.filter((name) => /\.(mp4|webm)$/.test(name))
}

describe.skipIf(!hasFfmpeg)('an upload becomes a film (needs ffmpeg)', () => {
  test('with its length and size, while what plays on slow lines is still to be made', async () => {
    const bytes = await makeFilmFile()
    const film = await stored(await upload(bytes))

    expect(film).toMatchObject({ state: 'processing', filename: 'Lesson 1.mp4', progress: 0 })
    expect(film.duration_in_seconds).toBeCloseTo(3, 0)
    expect(film.renditions).toMatchObject([
      { name: 'original', height: 240, size_in_bytes: bytes.length },
    ])
    await expect.poll(() => readdir(folder)).toEqual([])
  })

  test('whose film plays although its index stands at the end, and where no ffmpeg is', async () => {
    const bytes = await makeFilmFile({ seconds: 2, options: ['-movflags', '-faststart'] })
    expect(bytes.indexOf('moov')).toBeGreaterThan(bytes.indexOf('mdat'))
    const film = await stored(await upload(bytes, { to: withoutFfmpeg }), withoutFfmpeg)

    expect(film).toMatchObject({ state: 'ready', renditions: [{ name: 'original', height: 240 }] })
    expect(film.duration_in_seconds).toBeCloseTo(2, 0)
  })

  test('from WebM, with and without ffmpeg', async () => {
    const bytes = await makeFilmFile({ seconds: 2, extension: 'webm' })
    for (const to of [server, withoutFfmpeg]) {
      const film = await stored(await upload(bytes, { to, filename: 'a.webm' }), to)
      expect(film.duration_in_seconds).toBeCloseTo(2, 0)
      expect(film.url).toMatch(/original\.webm\?/)
    }
  })

  test('and the same file again takes no second place', async () => {
    const bytes = await makeFilmFile({ seconds: 1, size: '160x120' })
    const first = await upload(bytes)
    await stored(first)
    const files = await mediaFiles()
    const second = await upload(bytes)
    await stored(second)

    expect(await mediaFiles()).toEqual(files)
    const keys = await db
      .select({ key: filmRenditions.key })
      .from(filmRenditions)
      .where(eq(filmRenditions.sha256, createHash('sha256').update(bytes).digest('hex')))
    expect(keys.map(({ key }) => key)).toHaveLength(2)
    expect(keys[0]).toEqual(keys[1])
  })

  test('also when the server died before it was looked at: whoever asks has it finished', async () => {
    const bytes = await makeFilmFile({ seconds: 1 })
    const file = { courseId: course.id, filename: 'x.mp4', kind: 'film' }
    const id = idOf(await beginUpload(server, admin, { ...file, sizeInBytes: bytes.length }))
    await writeFile(join(folder, id), bytes) // as kill -9 leaves it behind the last byte

    expect((await stored(id)).state).toBe('processing')
  })

  test('and one who missed the last answer is told that all of it is here', async () => {
    const bytes = await makeFilmFile({ seconds: 1 })
    const id = await upload(bytes)
    await stored(id)
    const head = await fetch(`${server.baseUrl}/api/admin/uploads/${id}`, {
      method: 'HEAD',
      headers: bearer(admin),
    })

    expect(Number(head.headers.get('upload-offset'))).toBe(bytes.length)
  })

  test.each([
    ['cut in the middle', (film: Buffer) => film.subarray(0, film.length / 2)],
    [
      'whose pictures are noise',
      (film: Buffer) => {
        const at = film.indexOf('mdat') + 4
        const end = Math.max(film.indexOf('moov') - 4, at + 1000)
        return Buffer.concat([film.subarray(0, at), randomBytes(end - at), film.subarray(end)])
      },
    ],
  ])('but not one %s', async (_, damage) => {
    const before = await mediaFiles()
    const film = await stored(await upload(damage(await makeFilmFile())))

    expect(film).toMatchObject({ state: 'failed', renditions: [] })
    expect(film.message).toMatch(/cannot be read/)
    expect(await mediaFiles()).toEqual(before)
  })
})

test.each([
  ['a PDF', '%PDF-1.7 and so on', /not a video/],
  ['a playlist that names other files', '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n', /not a video/],
  ['a sound', '\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', /sound without a picture/],
])('%s is no film, and nothing of it stays', async (_, content, sentence) => {
  const bytes = Buffer.from(content, 'latin1')
  const before = await mediaFiles()
  for (const to of [server, withoutFfmpeg]) {
    const film = await stored(await upload(bytes, { to, filename: 'Lesson.mp4' }), to)
    expect(film).toMatchObject({ state: 'failed', duration_in_seconds: null })
    expect(film.message).toMatch(sentence)
  }
  expect(await mediaFiles()).toEqual(before)
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('a film of more than 10 GB is refused before it is sent', async () => {
  const file = { courseId: course.id, filename: 'x.mp4', kind: 'film' }
  const refused = await beginUpload(server, admin, { ...file, sizeInBytes: 10 * 1024 ** 3 + 1 })

  expect(refused.status).toBe(413)
  expect(await refused.text()).toBe('This file is too large. It may have up to 10 GB.')
})

test('an upload that is taken back leaves no film', async () => {
  const file = { courseId: course.id, filename: 'x.mp4', kind: 'film' }
  const id = idOf(await beginUpload(server, admin, { ...file, sizeInBytes: 1000 }))
  expect((await server.as(admin)(getFilm, { params: { id } })).state).toBe('uploading')
  await fetch(`${server.baseUrl}/api/admin/uploads/${id}`, {
    method: 'DELETE',
    headers: bearer(admin),
  })

  await vi.waitFor(() =>
    expect(server.as(admin)(getFilm, { params: { id } })).rejects.toMatchObject({ status: 404 }),
  )
})

test('a full disk gets a sentence, and the upload waits for room', async () => {
  server.allowErrors()
  withoutFfmpeg.allowErrors()
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const write = vi.spyOn(server.media, 'writeFrom').mockRejectedValue(full)
  const header = Buffer.alloc(140)
  header.writeUInt32BE(140, 0)
  header.write('moov', 4)
  header.write('mvhd', 12)
  header.writeUInt32BE(1000, 28)
  header.writeUInt32BE(5000, 32)
  header.write('vide', 130)
  const id = await upload(header, { to: withoutFfmpeg })
  await vi.waitFor(async () => {
    const film = await withoutFfmpeg.as(admin)(getFilm, { params: { id } })
    expect(film).toMatchObject({ state: 'uploading', renditions: [] })
    expect(film.message).toMatch(/There is no room/)
  })
  write.mockRestore()

  const film = await stored(id, withoutFfmpeg)
  expect(film).toMatchObject({ state: 'ready', duration_in_seconds: 5 })
  expect(film.message).toBeUndefined()
  await expect.poll(() => readdir(folder)).toEqual([])
})
