import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { createOrder } from '../src/domains/checkout/contract.ts'
import { getAttachment } from '../src/domains/files/contract.ts'
import { uploadsFolder } from '../src/domains/files/server/uploads.ts'
import { getFilm } from '../src/domains/films/contract.ts'
import { openClient } from '../src/platform/database/open-client.ts'
import { openMediaStore } from '../src/platform/media/open-media-store.ts'
import { buy } from './support/buy.ts'
import { makeAdmin, makeCourse, makeLearner } from './support/factories.ts'
import { startS3StandIn } from './support/s3-stand-in.ts'
import { startTestServer } from './support/start-test-server.ts'
import { bearer, beginUpload, idOf, sendBytes } from './support/upload.ts'

const store = await startS3StandIn()
const media = await openMediaStore({
  kind: 's3',
  bucket: 'films',
  prefix: '',
  region: 'here',
  endpoint: store.url,
  accessKeyId: 'key',
  secretAccessKey: 'secret',
})
const server = await startTestServer({ media, razorpay: true, env: { FFMPEG_PATH: '/nowhere' } })
server.allowErrors()
const admin = await makeAdmin(server.db)
const course = await makeCourse(server.db)
const uploads = uploadsFolder(server.settings.dataDir)
afterAll(async () => {
  await server.close()
  await store.close()
})

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)])
const away = { code: 'storage_unavailable', detail: expect.stringContaining('Nothing is lost') }
const unsaved = { status: 503, code: 'database_not_writable' }
/** Small places are file systems in memory, which only root makes. */
const canMount = makeSmallPlace(await mkdtemp(join(tmpdir(), 'academy-small-')), '1m')?.() ?? false

describe('while the store of files is away', () => {
  test('a file is answered with a sentence, and is there once the store is, without being sent again', async () => {
    const begun = await beginUpload(server, admin, {
      courseId: course.id,
      sizeInBytes: pdf.length,
    })
    const id = idOf(begun)
    await store.goAway()
    const refused = await sendBytes(server, admin, { id, bytes: pdf })
    const asked = await fetch(`${server.baseUrl}/api/admin/attachments/${id}`, {
      headers: bearer(admin),
    })
    await store.comeBack()

    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject(away)
    expect(asked.status).toBe(503)
    expect(await asked.json()).toMatchObject(away)
    const made = await server.as(admin)(getAttachment, { params: { id } })
    expect(made.size_in_bytes).toBe(pdf.length)
  })

  test('a film says what it waits for, and becomes one by itself', async () => {
    const film = playableFilm()
    const file = { courseId: course.id, kind: 'film', filename: 'Lesson.mp4' }
    const id = idOf(await beginUpload(server, admin, { ...file, sizeInBytes: film.length }))
    await store.goAway()
    await sendBytes(server, admin, { id, bytes: film })
    const read = () => server.as(admin)(getFilm, { params: { id } })
    await vi.waitFor(async () => {
      expect(await read()).toMatchObject({ state: 'uploading', message: away.detail })
    })
    await store.comeBack()

    await vi.waitFor(async () => expect((await read()).state).toBe('ready'))
    expect((await read()).message).toBeUndefined()
  })
})

describe.skipIf(!canMount)('on a full disk', () => {
  test('an upload stops with a sentence, and goes on where it stopped once there is room', async () => {
    await mkdir(uploads, { recursive: true })
    const unmount = makeSmallPlace(uploads, '3g')
    onTestFinished(() => void unmount?.())
    const sizeInBytes = 2 * pdf.length
    const id = idOf(await beginUpload(server, admin, { courseId: course.id, sizeInBytes }))
    await sendBytes(server, admin, { id, bytes: pdf })
    execFileSync('mount', ['-o', 'remount,size=400k', uploads])
    const refused = await sendBytes(server, admin, { id, from: pdf.length, bytes: pdf })
    execFileSync('mount', ['-o', 'remount,size=3g', uploads])

    expect(refused.status).toBe(507)
    expect(await refused.json()).toMatchObject({
      code: 'storage_full',
      title: 'Insufficient storage',
    })
    const head = await fetch(`${server.baseUrl}/api/admin/uploads/${id}`, {
      method: 'HEAD',
      headers: bearer(admin),
    })
    const from = Number(head.headers.get('upload-offset'))
    expect(from).toBeGreaterThanOrEqual(pdf.length)
    const rest = pdf.subarray(from - pdf.length)
    expect((await sendBytes(server, admin, { id, from, bytes: rest })).status).toBe(204)
    const made = await server.as(admin)(getAttachment, { params: { id } })
    expect(made.size_in_bytes).toBe(sizeInBytes)
  })

  test('of the database a purchase is answered with a sentence, and goes through once there is room', async () => {
    const learner = await makeLearner(server.db)
    const place = await mkdtemp(join(tmpdir(), 'academy-table-'))
    const unmount = makeSmallPlace(place, '1m')
    const root = await openClient(
      Object.assign(new URL(inject('databaseSuperuserUrl')), {
        pathname: new URL(server.url).pathname,
      }).href,
    )
    const { rows } = await root.query<{ data_directory: string }>('show data_directory')
    const { uid, gid } = await stat(rows[0]?.data_directory ?? '')
    await chown(place, uid, gid)
    await root.query(`create tablespace small location '${place}'`)
    onTestFinished(async () => {
      await root.query('alter table orders set tablespace pg_default')
      await root.query('drop tablespace small')
      await root.end()
      unmount?.()
      await rm(place, { recursive: true })
    })
    await root.query('alter table orders set tablespace small')
    const filler = join(place, 'filler')
    await writeFile(filler, Buffer.alloc(2_000_000)).catch(() => undefined)

    const order = () => server.as(learner)(createOrder, { body: { course_id: course.id } })
    await expect(order()).rejects.toMatchObject(unsaved)
    await rm(filler)
    await buy(server, learner, course)
  })
})

test('a database that takes no changes is told of, and reading goes on', async () => {
  const learner = await makeLearner(server.db)
  await server.owner.pool.query(`create function refuse_changes() returns trigger language plpgsql
    as $$ begin raise exception using errcode = '25006'; end $$;
    create trigger refused before insert on orders execute function refuse_changes()`)
  onTestFinished(async () => {
    await server.owner.pool.query('drop trigger refused on orders; drop function refuse_changes')
  })

  const order = server.as(learner)(createOrder, { body: { course_id: course.id } })
  await expect(order).rejects.toMatchObject(unsaved)
  expect((await server.fetch('/api/courses')).status).toBe(200)
})

/** A file system of its own at this path; resolves to what takes it away. Null: not as this user. */
function makeSmallPlace(path: string, size: string): (() => boolean) | null {
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  if (made.status !== 0) return null
  return () => spawnSync('umount', ['--lazy', path]).status === 0
}

/** As much of a film as is looked at where there is no ffmpeg. */
function playableFilm(): Buffer {
  const header = Buffer.alloc(140)
  header.writeUInt32BE(140, 0)
  header.write('moov', 4)
  header.write('mvhd', 12)
  header.writeUInt32BE(1000, 28)
  header.writeUInt32BE(5000, 32)
  header.write('vide', 130)
  return header
}
