import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { hasFfmpeg, makeFilmFile } from '../../../../tests/support/make-film.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { beginUpload, idOf } from '../../../../tests/support/upload.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { StorageError } from '../../../platform/media/storage-error.ts'
import { forgetUnfinishedUploads } from '../../files/server/forget-unfinished-uploads.ts'
import { openUploads } from '../../files/server/open-uploads.ts'
import { uploadsFolder } from '../../files/server/uploads.ts'
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts'
import { listUploadingFilms, storeWaitingFilms } from './run-film-jobs.ts'
import { storeFilm } from './store-film.ts'
import { films } from './tables.ts'

const server = await startTestServer()
const { db, media } = server
const { dataDir } = server.settings
const folder = uploadsFolder(dataDir)
const admin = await makeAdmin(db)
const course = await makeCourse(db)
const found = await findFfmpeg(undefined)
const deps = {
  db,
  media,
  locks: createNamedLocks(server.pool),
  uploads: () => openUploads(folder),
  ffmpeg: found,
}
/** Where browsers make the smaller sizes. */
const plainly = { ...deps, ffmpeg: null }
afterAll(() => server.close())

/** As much of a film as its header tells. */
function makeHeader(seconds: number): Buffer {
  const header = Buffer.alloc(140)
  header.writeUInt32BE(140, 0)
  header.write('moov', 4)
  header.write('mvhd', 12)
  header.writeUInt32BE(1000, 28)
  header.writeUInt32BE(1000 * seconds, 32)
  header.write('vide', 130)
  return header
}

/** All of it is here, and nobody has looked at it. */
async function upload(bytes: Buffer): Promise<string> {
  const file = { courseId: course.id, filename: 'Lesson.mp4', kind: 'film' }
  const id = idOf(await beginUpload(server, admin, { ...file, sizeInBytes: bytes.length }))
  await writeFile(join(folder, id), bytes)
  return id
}

const stateOf = async (id: string) =>
  (await db.select({ state: films.state }).from(films).where(eq(films.id, id)))[0]?.state

/** The programs of a folder of their own; the first call with this word in it ends so. */
async function makeEnding(word: string, end: string) {
  const there = join(dataDir, `ffmpeg ${word}`)
  await mkdir(there)
  const [ffmpeg, ffprobe] = [join(there, 'ffmpeg'), join(there, 'ffprobe')]
  for (const [path, real] of [
    [ffmpeg, found?.ffmpeg],
    [ffprobe, found?.ffprobe],
  ] as const) {
    const once = `case "$*" in *"${word}"*) if mkdir "$0.ended" 2>/dev/null; then ${end}; fi;; esac`
    await writeFile(path, `#!/bin/sh\n${once}\nexec "${real}" "$@"\n`, { mode: 0o755 })
  }
  return { ffmpeg, ffprobe }
}

describe.skipIf(!hasFfmpeg)('a film is not called damaged (needs ffmpeg)', () => {
  test.each([
    ['its head is looked at', '-show_format', 'kill -INT $$'],
    ['its pieces are looked through', 'V:0 -show_entries', 'kill -TERM $$'],
    // As ffmpeg ends when it is told to.
    ['its first picture is decoded', '-frames:v', 'exit 255'],
  ])('when the academy is stopped while %s', async (_, word, end) => {
    const id = await upload(await makeFilmFile({ seconds: 1 }))
    const ending = { ...deps, ffmpeg: await makeEnding(word, end) }

    await expect(storeFilm(ending, id)).rejects.toThrow(/was told to end/)
    expect(await stateOf(id)).toBe('uploading')
    expect(await readdir(folder)).toContain(id)

    await storeFilm(ending, id)
    expect(await stateOf(id)).toBe('processing')
    expect(await readdir(folder)).not.toContain(id)
  })
})

test('a film that cannot be stored holds up no other, unless the store is away for all', async () => {
  const [first, second] = [await upload(makeHeader(5)), await upload(makeHeader(6))]
  let [trouble, tried] = ['away' as 'away' | 'full', 0]
  const writeFrom: typeof media.writeFrom = async (...given) => {
    tried += 1
    if (tried > 1 && trouble === 'full') return media.writeFrom(...given)
    throw new StorageError(trouble, null)
  }
  const storing = () => storeWaitingFilms({ ...plainly, media: { ...media, writeFrom } })

  await expect(storing()).rejects.toThrow(/The store of files is away/)
  expect(tried).toBe(1)
  ;[trouble, tried] = ['full', 0]
  await expect(storing()).rejects.toThrow(/No room is left for files/)
  const states = await Promise.all([first, second].map(stateOf))
  expect(new Set(states)).toEqual(new Set(['ready', 'uploading']))
  await storeWaitingFilms(plainly)
  expect(await Promise.all([first, second].map(stateOf))).toEqual(['ready', 'ready'])
})

test('a whole film waits for longer than a day for its store, one that came in part does not', async () => {
  const [whole, part] = [await upload(makeHeader(7)), await upload(makeHeader(8))]
  await writeFile(join(folder, part), 'the beginning')
  const before = new Date(Date.now() - 2 * 24 * 3_600_000)
  for (const id of [whole, part]) await utimes(join(folder, id), before, before)

  await forgetUnfinishedUploads(folder, () => listUploadingFilms(db))

  const names = await readdir(folder)
  expect(names).toEqual(expect.arrayContaining([whole, `${whole}.json`]))
  expect(names.filter((name) => name.startsWith(part))).toEqual([])
  await storeWaitingFilms(plainly)
  expect(await stateOf(whole)).toBe('ready')
})
