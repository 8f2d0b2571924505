import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { hasFfmpeg, makeFilmFile } from '../../../../../tests/support/make-film.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import {
  bearer,
  beginRendition,
  beginUpload,
  idOf,
  sendBytes,
} from '../../../../../tests/support/upload.ts'
import { uploadsFolder } from '../../../files/server/uploads.ts'
import { deleteMissing, getFilm } from '../../contract.ts'
import type { FilmFileName } from '../../film-file.ts'

const server = await startTestServer({ env: { FFMPEG_PATH: '/nowhere' } })
const admin = await makeAdmin(server.db)
const course = await makeCourse(server.db)
afterAll(() => server.close())

const fast = ['-movflags', '+faststart']
let film: Buffer
let small: Buffer
/** Of which nothing is ever made. */
let lesson: string
beforeAll(async () => {
  if (!hasFfmpeg) return
  film = await makeFilmFile({ seconds: 3, size: '854x480', options: ['-b:v', '2M'] })
  small = await makeFilmFile({ seconds: 3, size: '320x180', options: fast })
  lesson = await makeOriginal(film)
})

/** A film of its own each time, although of the same content. */
async function makeOriginal(bytes: Buffer) {
  const file = { courseId: course.id, filename: 'Lesson.mp4', kind: 'film' }
  const id = idOf(await beginUpload(server, admin, { ...file, sizeInBytes: bytes.length }))
  expect((await sendBytes(server, admin, { id, bytes })).status).toBe(204)
  await vi.waitFor(async () => expect((await readFilm(id)).state).toBe('ready'))
  return id
}

function readFilm(id: string) {
  return server.as(admin)(getFilm, { params: { id } })
}

async function send(filmId: string, rendition: string, bytes: Buffer): Promise<string> {
  const begun = await beginRendition(server, admin, {
    filmId,
    rendition,
    sizeInBytes: bytes.length,
  })
  if (begun.status !== 201) return `${begun.status} ${await begun.text()}`
  const sent = await sendBytes(server, admin, { id: idOf(begun), bytes })
  return sent.status === 204 ? 'kept' : `${sent.status} ${await sent.text()}`
}

describe.skipIf(!hasFfmpeg)('a smaller size from a browser (needs ffmpeg for its films)', () => {
  test('is kept, offered and not lacking any more', async () => {
    const bytes = await makeFilmFile({ seconds: 3, size: '852x480', options: ['-b:v', '2M'] })
    const id = await makeOriginal(bytes)
    const before = await readFilm(id)
    expect(before).toMatchObject({ made_by: 'browser', state: 'ready' })
    expect(before.missing).toEqual(['poster', 'data_saver', '480p', 'sound_only', 'sprite'])
    expect(before.original?.size_in_bytes).toBe(bytes.length)

    expect(await send(id, 'data_saver', small)).toBe('kept')

    const after = await readFilm(id)
    expect(after.missing).toEqual(['poster', '480p', 'sound_only', 'sprite'])
    expect(after.renditions[1]).toMatchObject({
      name: 'data_saver',
      height: 180,
      size_in_bytes: small.length,
    })
    expect(await send(id, 'data_saver', small)).toMatch(/^409 The film does not lack this size\./)
  })

  test.each<[string, FilmFileName, () => Promise<Buffer> | Buffer, string]>([
    ['no film', 'data_saver', () => Buffer.from('<script>'), '415'],
    ['cut', 'data_saver', () => small.subarray(0, small.length - 100), '415'],
    ['larger in its picture', 'data_saver', () => film480(), '415'],
    ['larger in bytes', '480p', () => Buffer.concat([film, Buffer.alloc(10)]), '413'],
    ['of another length', 'data_saver', () => makeFilmFile({ seconds: 5, options: fast }), '415'],
    ['not made to begin soon', 'data_saver', () => makeFilmFile({ seconds: 3 }), '415'],
    [
      'of other codecs',
      'data_saver',
      () => makeFilmFile({ seconds: 3, options: ['-c:v', 'mpeg4', ...fast] }),
      '415',
    ],
    ['a film where sound was asked for', 'sound_only', () => small, '415'],
    ['a film where a picture was asked for', 'poster', () => small, '415'],
    ['larger than any of the film', '1080p', () => small, '409'],
    ['of no name', 'huge' as FilmFileName, () => small, '409'],
    ['the original', 'original', () => small, '409'],
  ])('is refused when it is %s', async (_, name, make, status) => {
    const { missing } = await readFilm(lesson)
    expect(await send(lesson, name, await make())).toMatch(new RegExp(`^${status} `))
    expect(await readFilm(lesson)).toMatchObject({ missing, renditions: [{ name: 'original' }] })
  })

  test('is kept after all when the server died behind its last byte', async () => {
    const id = await makeOriginal(await makeFilmFile({ seconds: 3, size: '320x240' }))
    const bytes = await makeFilmFile({ seconds: 3, size: '32x24', options: fast })
    const about = { filmId: id, rendition: 'data_saver', sizeInBytes: bytes.length }
    const upload = idOf(await beginRendition(server, admin, about))
    await writeFile(join(uploadsFolder(server.settings.dataDir), upload), bytes)

    const head = { method: 'HEAD', headers: bearer(admin) }
    await fetch(`${server.baseUrl}/api/admin/uploads/${upload}`, head)

    expect((await readFilm(id)).missing).not.toContain('data_saver')
  })

  test('of two that made the same, one is kept', async () => {
    const id = await makeOriginal(await makeFilmFile({ seconds: 3, size: '330x240' }))
    const bytes = await makeFilmFile({ seconds: 3, size: '32x24', options: fast })
    const about = { filmId: id, rendition: 'data_saver', sizeInBytes: bytes.length }
    const uploads = [await beginRendition(server, admin, about)]
    uploads.push(await beginRendition(server, admin, about))
    const sent = await Promise.all(
      uploads.map((begun) => sendBytes(server, admin, { id: idOf(begun), bytes })),
    )

    expect(sent.map(({ status }) => status)).toSatisfy(
      (told: number[]) => told.includes(204) && told.includes(409),
    )
  })

  test('that a film has no use for is left out', async () => {
    const id = await makeOriginal(film)
    const answer = await server.as(admin)(deleteMissing, { params: { id, name: 'sound_only' } })
    expect(answer.missing).not.toContain('sound_only')
    expect((await readFilm(id)).missing).toEqual(answer.missing)
  })

  test('comes from administrators only', async () => {
    const about = { filmId: lesson, rendition: 'data_saver', sizeInBytes: 100 }
    const learner = await makeLearner(server.db)
    expect((await beginRendition(server, learner, about)).status).toBe(403)
  })

  test('is not taken by a server that makes them by itself', async () => {
    const other = await startTestServer({ beside: server })
    const about = { filmId: lesson, rendition: 'data_saver', sizeInBytes: small.length }
    const begun = await beginRendition(other, admin, about)
    const told = await other.as(admin)(getFilm, { params: { id: lesson } })
    await other.close()

    expect(begun.status).toBe(409)
    expect(told).toMatchObject({ made_by: 'server', missing: [] })
  })
})

function film480(): Promise<Buffer> {
  return makeFilmFile({ seconds: 3, size: '640x480', options: fast })
}
