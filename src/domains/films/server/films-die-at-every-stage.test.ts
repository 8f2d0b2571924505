import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { type LaunchedAcademy, launchAcademy } from '../../../../tests/support/launch-academy.ts'
import { hasFfmpeg, makeFilmFile } from '../../../../tests/support/make-film.ts'
import { requireBuild } from '../../../../tests/support/require-build.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { bearer, beginUpload, idOf, sendBytes } from '../../../../tests/support/upload.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { checkMedia, listKeptFiles } from './check-media.ts'
import { removalMessage, removeFilm } from './remove-film.ts'
import { removeUnusedFilms } from './run-film-jobs.ts'
import { filmJobs, filmRenditions, films } from './tables.ts'

/** Has the database and the folder, and is asked nothing: what dies is a process of its own. */
const server = await startTestServer()
const { db, media } = server
const { dataDir } = server.settings
const admin = await makeAdmin(db)
const course = await makeCourse(db)
let academy: LaunchedAcademy | undefined
const baseUrl = () => academy?.url ?? ''

afterEach(async () => {
  await academy?.kill()
})
afterAll(() => server.close())

/** Opens the academy; it dies by itself at this stage, also of work that waited for it. */
async function open(dieAt = ''): Promise<void> {
  requireBuild()
  academy = await launchAcademy(
    {
      LOG_LEVEL: 'fatal',
      DATABASE_URL: server.url,
      DATABASE_OWNER_URL: server.ownerUrl,
      DATA_DIR: dataDir,
      SEED: 'none',
      DIE_AT: dieAt,
    },
    { execArgv: ['--import', './tests/support/die-at.js'], mayEnd: true },
  )
}

/** Its signal, once it has ended. */
async function hasDied(): Promise<string | null> {
  return academy ? (await academy.ended).signal : null
}

async function listMedia(): Promise<string[]> {
  const folder = join(dataDir, 'media')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const readFilm = async (id: string) => (await db.select().from(films).where(eq(films.id, id)))[0]

describe.skipIf(!hasFfmpeg)('the server dies (needs ffmpeg)', () => {
  test('at every stage in turn, and the film is whole in the end, and wholly gone after its removal', async () => {
    const bytes = await makeFilmFile({ seconds: 2 })
    const file = { courseId: course.id, filename: 'Lesson.mp4', kind: 'film' }
    await open('before createReadStream uploads')
    const begun = await beginUpload({ baseUrl: baseUrl() }, admin, {
      ...file,
      sizeInBytes: bytes.length,
    })
    const id = idOf(begun)
    const sent = await sendBytes({ baseUrl: baseUrl() }, admin, { id, bytes })
    expect(sent.status).toBe(204)
    expect(await hasDied(), 'as it is hashed').toBe('SIGKILL')

    for (const stage of [
      'after link media', // it lies beside its place
      'before rename media', // its type lies there too
      'after rename media', // it is in its place, and no row says so
    ]) {
      await open(stage)
      expect(await hasDied(), stage).toBe('SIGKILL')
      expect(await readFilm(id), stage).toMatchObject({ state: 'uploading' })
      expect(await db.$count(filmRenditions), stage).toBe(0)
    }
    for (const stage of ['before rename media', 'after rename media']) {
      await open(stage)
      expect(await hasDied(), `a rendition: ${stage}`).toBe('SIGKILL')
      expect(await readFilm(id)).toMatchObject({ state: 'processing' })
      expect(await checkMedia(media, await listKeptFiles(db))).toEqual({ checked: 1, faults: [] })
      await db.update(filmJobs).set({ leaseUntil: sql`'-infinity'` }) // instead of twenty seconds
    }
    await open()
    await vi.waitFor(async () => expect((await readFilm(id))?.state).toBe('ready'), {
      interval: 200,
      timeout: 500_000,
    })
    const kept = await listKeptFiles(db)
    expect(kept.find(({ sizeInBytes }) => sizeInBytes === bytes.length)).toBeDefined()
    expect(await checkMedia(media, kept)).toMatchObject({ faults: [] })
    expect((await listMedia()).filter((name) => /^\w.*\.(mp4|m4a|jpg)$/.test(name))).toHaveLength(
      kept.length,
    )
    await academy?.kill()

    await open('after rm media')
    const url = `${baseUrl()}/api/admin/films/${id}`
    await fetch(url, { method: 'DELETE', headers: bearer(admin) }).catch(() => undefined)
    expect(await hasDied(), 'while it is removed').toBe('SIGKILL')
    expect(await readFilm(id)).toMatchObject({ state: 'failed', message: removalMessage })
    const locks = createNamedLocks(server.pool)
    await removeUnusedFilms({ db, media, locks, listNamed: async (_, ids) => new Set(ids) })
    expect(await readFilm(id)).toBeUndefined()
    expect(await listMedia()).toEqual([])
    expect(await removeFilm({ db, media, locks }, id)).toBe(false)
  })
})
