import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { makeAdmin, makeCourse } from '../../tests/support/factories.ts'
import { findFreePair } from '../../tests/support/find-free-pair.ts'
import { hasFfmpeg, makeFilmFile } from '../../tests/support/make-film.ts'
import { requireBuild } from '../../tests/support/require-build.ts'
import { startTestServer } from '../../tests/support/start-test-server.ts'
import { beginUpload, idOf, sendBytes } from '../../tests/support/upload.ts'
import { checkMedia, listKeptFiles } from './check-media.ts'
import { getFilm } from './contract.ts'

const port = String(await findFreePair())
const baseUrl = `http://127.0.0.1:${port}`
/** Only looks on: what is killed is a process of its own. */
const server = await startTestServer()
const { db, media } = server
const { dataDir } = server.settings
const admin = await makeAdmin(db)
const course = await makeCourse(db)
let academy: ChildProcess | undefined

afterEach(() => kill())
afterAll(() => server.close())

async function open(): Promise<void> {
  requireBuild()
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: server.url,
      DATA_DIR: dataDir,
      PORT: port,
      SEED: 'none',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  academy = child
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error('The academy did not open')))
    child.stdout?.on('data', (chunk: Buffer) => {
      if (/ is open at /.test(chunk.toString())) resolve()
    })
  })
}

async function kill(): Promise<void> {
  const child = academy
  academy = undefined
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}

const describeFilm = (id: string) => server.as(admin)(getFilm, { params: { id } })

async function listEncoders(): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue
    const { readFile } = await import('node:fs/promises')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes('ffmpeg') && command.includes(dataDir)) found.push(pid)
  }
  return found
}

describe.skipIf(!hasFfmpeg)('kill -9 (needs ffmpeg)', { timeout: 360_000 }, () => {
  test('at any moment of an upload, of looking at it and of its renditions loses nothing', async () => {
    const options = ['-vf', 'noise=alls=30:allf=t', '-qp', '12']
    const bytes = await makeFilmFile({ size: '854x480', seconds: 25, options })
    const file = { courseId: course.id, filename: 'Lesson.mp4', kind: 'film' }
    await open()
    const id = idOf(await beginUpload({ baseUrl }, admin, { ...file, sizeInBytes: bytes.length }))

    const half = Math.floor(bytes.length / 2)
    const sent = await sendBytes({ baseUrl }, admin, { id, bytes: bytes.subarray(0, half) })
    expect(sent.status).toBe(204)
    await kill() // in the middle of the upload
    await open()
    const rest = await sendBytes({ baseUrl }, admin, {
      id,
      from: half,
      bytes: bytes.subarray(half),
    })
    expect(rest.status).toBe(204)
    await kill() // while it is looked at
    await open()
    for (const after of [50, 400, 1500, 3000]) {
      await vi.waitFor(async () => expect(await listEncoders()).not.toEqual([]), {
        timeout: 40_000,
        interval: 50,
      })
      await delay(after)
      await kill() // while renditions are made
      expect(await checkMedia(media, await listKeptFiles(db))).toMatchObject({ faults: [] })
      await open()
    }

    await vi.waitFor(async () => expect((await describeFilm(id)).state).toBe('ready'), {
      timeout: 120_000,
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
    const left = await readdir(join(dataDir, 'renditions'), { recursive: true })
    expect(left.filter((name) => name.includes('/'))).toEqual([])
  })
})
