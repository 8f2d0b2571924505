import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse } from '../../../../tests/support/factories.ts'
import { type LaunchedAcademy, launchAcademy } from '../../../../tests/support/launch-academy.ts'
import { listProcesses } from '../../../../tests/support/list-processes.ts'
import { hasFfmpeg, makeFilmFile } from '../../../../tests/support/make-film.ts'
import { requireBuild } from '../../../../tests/support/require-build.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { beginUpload, idOf, sendBytes } from '../../../../tests/support/upload.ts'
import { getFilm } from '../contract.ts'
import { checkMedia, listKeptFiles } from './check-media.ts'
import { filmJobs } from './tables.ts'

/** Only looks on: what is killed is a process of its own. */
const server = await startTestServer()
const { db, media } = server
const { dataDir } = server.settings
const admin = await makeAdmin(db)
const course = await makeCourse(db)
let academy: LaunchedAcademy | undefined
const baseUrl = () => academy?.url ?? ''

afterEach(() => academy?.kill())
afterAll(() => server.close())

async function open(): Promise<void> {
  requireBuild()
  academy = await launchAcademy({
    LOG_LEVEL: 'fatal',
    DATABASE_URL: server.url,
    DATABASE_OWNER_URL: server.ownerUrl,
    DATA_DIR: dataDir,
    SEED: 'none',
  })
}

const describeFilm = (id: string) => server.as(admin)(getFilm, { params: { id } })

const listEncoders = () => listProcesses('ffmpeg', dataDir)

describe.skipIf(!hasFfmpeg)('kill -9 (needs ffmpeg)', () => {
  test('at any moment of an upload, of looking at it and of its renditions loses nothing', async () => {
    const options = ['-vf', 'noise=alls=30:allf=t', '-qp', '12']
    const bytes = await makeFilmFile({ size: '854x480', seconds: 15, options })
    const file = { courseId: course.id, filename: 'Lesson.mp4', kind: 'film' }
    await open()
    const id = idOf(
      await beginUpload({ baseUrl: baseUrl() }, admin, { ...file, sizeInBytes: bytes.length }),
    )

    const half = Math.floor(bytes.length / 2)
    const sent = await sendBytes({ baseUrl: baseUrl() }, admin, {
      id,
      bytes: bytes.subarray(0, half),
    })
    expect(sent.status).toBe(204)
    await academy?.kill() // in the middle of the upload
    await open()
    const rest = await sendBytes({ baseUrl: baseUrl() }, admin, {
      id,
      from: half,
      bytes: bytes.subarray(half),
    })
    expect(rest.status).toBe(204)
    await academy?.kill() // while it is looked at
    await open()
    for (const after of [50, 400, 1500]) {
      await vi.waitFor(async () => expect(await listEncoders()).not.toEqual([]), {
        interval: 50,
        timeout: 500_000,
      })
      await delay(after)
      await academy?.kill() // while renditions are made
      expect(await checkMedia(media, await listKeptFiles(db))).toMatchObject({ faults: [] })
      await db.update(filmJobs).set({ leaseUntil: sql`'-infinity'` }) // instead of twenty seconds
      await open()
    }

    await vi.waitFor(async () => expect((await describeFilm(id)).state).toBe('ready'), {
      timeout: 500_000,
      interval: 200,
    })
    const film = await describeFilm(id)
    expect(film.renditions.map(({ name }) => name)).toEqual([
      'original',
      '480p',
      'data_saver',
      'sound_only',
    ])
    expect(film.renditions[0]?.size_in_bytes).toBe(bytes.length)
    expect(await checkMedia(media, await listKeptFiles(db))).toEqual({ checked: 6, faults: [] })
    expect(await listEncoders()).toEqual([])
    const listLeft = async () =>
      (await readdir(join(dataDir, 'renditions'), { recursive: true })).filter((name) =>
        name.includes('/'),
      )
    await expect.poll(() => listLeft().catch(() => null)).toEqual([]) // after the film is told ready
  })
})
