import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, notInArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import { makeAdmin, makeCourse, makeFilm } from '../../../../tests/support/factories.ts'
import { hasFfmpeg, makeFilmFile, makeHole } from '../../../../tests/support/make-film.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { beginUpload, idOf, sendBytes } from '../../../../tests/support/upload.ts'
import { createNamedLocks } from '../../../platform/database/named-locks.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { listOpenAlarms, listOpenSubjects } from '../../checkout/server/settling/alarms.ts'
import { watchFilms } from '../../operations/server/watch-films.ts'
import { listMissingFiles } from '../../studio/server/list-missing-files.ts'
import { listNamedFilms } from '../../studio/server/list-named-films.ts'
import { getFilm } from '../contract.ts'
import type { FilmFileName } from '../film-file.ts'
import { findFfmpeg } from './ffmpeg/find-ffmpeg.ts'
import { keepJob, takeJob } from './job-queue.ts'
import { finishJob, makeRenditions } from './make-renditions.ts'
import { removeUnusedFilms } from './run-film-jobs.ts'
import { filmJobs, filmRenditions, films } from './tables.ts'
import { renditionsFolder } from './work-folder.ts'

const server = await startTestServer()
const { db, media } = server
const admin = await makeAdmin(db)
const course = await makeCourse(db)
const folder = renditionsFolder(server.settings.dataDir, 'short')
const found = await findFfmpeg(undefined)
const locks = createNamedLocks(server.pool)
afterAll(() => server.close())

beforeEach(async () => {
  await db.delete(filmJobs)
})

const failures: string[] = []
const deps = () => ({
  db,
  media,
  locks,
  ffmpeg: found ?? { ffmpeg: '', ffprobe: '' },
  folder,
  turn: 'short' as const,
  signal: new AbortController().signal,
  onFailure: ({ reason }: { reason: string }) => void failures.push(reason),
})

/** Noisy, so that it has something to save: some ten megabits a second. */
const noisy = ['-vf', 'noise=alls=20:allf=t', '-qp', '30']

/** These of the film uploaded last: of the others, other tests tell. */
async function makeOnly(...names: FilmFileName[]): Promise<void> {
  await db.delete(filmJobs).where(notInArray(filmJobs.name, names))
  await makeRenditions(deps())
  expect(failures).toEqual([])
}

async function uploadFilm(bytes: Buffer, filename = 'Lesson.mp4'): Promise<string> {
  const file = { courseId: course.id, filename, kind: 'film', sizeInBytes: bytes.length }
  const id = idOf(await beginUpload(server, admin, file))
  await sendBytes(server, admin, { id, bytes })
  await vi.waitFor(
    async () =>
      expect((await describeFilm(id)).state, JSON.stringify(await describeFilm(id))).toBe(
        'processing',
      ),
    { interval: 50, timeout: 300_000 },
  )
  return id
}

const describeFilm = (id: string) => server.as(admin)(getFilm, { params: { id } })

async function probe(id: string, name: string) {
  const [file] = await db
    .select()
    .from(filmRenditions)
    .where(sql`film_id = ${id} and name = ${name}`)
  if (!file) throw new Error(`No ${name}`)
  const path = media.pathOf(file.key) ?? ''
  const asked = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path]
  const { stdout } = await promisify(execFile)('ffprobe', asked)
  const bytes = await readFile(path)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
  return { file, bytes, ...JSON.parse(stdout) }
}

describe.skipIf(!hasFfmpeg)('renditions (need ffmpeg)', () => {
  test('are made of a film, small enough for every line, and never larger than it', async () => {
    const id = await uploadFilm(
      await makeFilmFile({ size: '854x480', options: noisy, seconds: 12 }),
    )
    await makeRenditions(deps())

    expect(failures).toEqual([])
    const film = await describeFilm(id)
    expect(film.state).toBe('ready')
    expect(film.renditions.map(({ name, height }) => [name, height])).toEqual([
      ['original', 480],
      ['480p', 480],
      ['data_saver', 240],
      ['sound_only', null],
    ])
    const saver = await probe(id, 'data_saver')
    expect(saver.file.bitsPerSecond).toBeLessThan(170_000)
    expect(saver.bytes.indexOf('moov')).toBeLessThan(saver.bytes.indexOf('mdat'))
    // What is fetched before anything plays: of four hundred seconds it must come in a second or two.
    const index = saver.bytes.readUInt32BE(saver.bytes.indexOf('moov') - 4)
    expect(index / 12).toBeLessThan(350)
    expect(saver.streams[0]).toMatchObject({ has_b_frames: 0 })
    const sound = await probe(id, 'sound_only')
    expect(sound.file.bitsPerSecond).toBeLessThan(60_000)
    expect(sound.streams).toMatchObject([{ codec_name: 'aac' }])
    const sized = await probe(id, '480p')
    expect(sized.streams).toMatchObject([{ codec_name: 'h264' }, { codec_name: 'aac' }])
    expect(Number(sized.format.duration)).toBeCloseTo(12, 0)
    const sprite = await probe(id, 'sprite')
    expect(sprite.file).toMatchObject({
      width: 160,
      height: 90,
      grid: { columns: 10, rows: 1, every_in_seconds: 10 },
    })
    expect(sprite.streams).toMatchObject([{ codec_name: 'mjpeg', width: 1600, height: 90 }])
    expect((await probe(id, 'poster')).streams).toMatchObject([{ width: 854, height: 480 }])
    expect(await readdir(folder)).toEqual([])
  })

  test('are what the player gets in place of an original that not every browser plays', async () => {
    const bytes = await makeFilmFile({ size: '320x240', extension: 'mkv', seconds: 2 })
    const id = await uploadFilm(bytes, 'a.mkv')
    await db
      .update(videos)
      .set({ url: `film:${id}` })
      .where(eq(videos.id, course.videoIds[0] ?? ''))
    await makeRenditions(deps())

    const read = await server.as(admin)(getCourse, { params: { course_id: course.id } })
    const video = read.modules[0]?.videos[0]
    expect(video?.url).toMatch(/\/480p\.mp4\?/)
    expect(video?.film?.renditions.map(({ name }) => name)).toEqual([
      '480p',
      'data_saver',
      'sound_only',
    ])
    expect(video?.film?.renditions[0]?.height).toBe(240)
  })

  test('of a film held upright stay upright', async () => {
    const id = await uploadFilm(await makeFilmFile({ size: '480x854', options: noisy, seconds: 2 }))
    await makeOnly('480p')

    const [stream] = (await probe(id, '480p')).streams
    expect(stream).toMatchObject({ width: 480, height: 854 })
  })

  test('of a long film have a smallest one that begins after a few kilobytes', async () => {
    const options = ['-vf', 'fps=2,noise=alls=20:allf=t', '-qp', '20', '-ar', '16000']
    const id = await uploadFilm(await makeFilmFile({ seconds: 310, size: '160x120', options }))
    await db
      .update(videos)
      .set({ url: `film:${id}` })
      .where(eq(videos.id, course.videoIds[0] ?? ''))
    await makeOnly('data_saver', 'data_saver_parts')

    const { bytes } = await probe(id, 'data_saver_parts')
    expect(bytes.indexOf('moof')).toBeLessThan(5_000)
    expect((await describeFilm(id)).renditions.map(({ name }) => name)).not.toContain(
      'data_saver_parts',
    )
    const read = await server.as(admin)(getCourse, { params: { course_id: course.id } })
    const saver = read.modules[0]?.videos[0]?.film?.renditions.find(
      ({ name }) => name === 'data_saver',
    )
    expect(saver?.parts_url).toMatch(/data_saver_parts\.mp4\?/)
  })

  test('that cannot be made leave a film that plays, after three tries', async () => {
    const id = await uploadFilm(await makeFilmFile({ seconds: 1, size: '480x480', options: noisy }))
    const broken = { ...deps(), ffmpeg: { ffmpeg: '/bin/false', ffprobe: '/bin/false' } }
    for (let tries = 0; tries < 3; tries += 1) {
      await makeRenditions(broken)
      await db.update(filmJobs).set({ leaseUntil: sql`now()` })
    }

    expect(await describeFilm(id)).toMatchObject({
      state: 'ready',
      renditions: [{ name: 'original' }],
    })
    expect(failures.length).toBeGreaterThan(2)
  })

  test.each([
    ['with sound', []],
    ['without sound', ['-an']],
  ])(
    'are not made of a film %s that has a hole, which is told and not published',
    async (_, silent) => {
      const options = ['-vf', 'noise=alls=30:allf=t', ...silent]
      const whole = await makeFilmFile({ seconds: 12, options })
      const id = await uploadFilm(makeHole(whole, 0.5, 0.8))
      const lesson = await makeCourse(db, { modules: [[`film:${id}`]] })
      await watchFilms(db)
      expect(await listOpenSubjects(db, 'film:')).toEqual([])
      await makeRenditions(deps())

      const message = /damaged: nothing can be played from 0:0\d to 0:\d\d/
      expect(await describeFilm(id)).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(message),
      })
      expect(await db.select().from(filmJobs)).toEqual([])
      await expect(
        listMissingFiles(db, { trailer: `film:${id}`, modules: [] }),
      ).resolves.toMatchObject([{ path: 'trailer', message: expect.stringMatching(message) }])

      // Published before it was known.
      await watchFilms(db)
      await watchFilms(db)
      const [alarm, ...more] = await listOpenAlarms(db)
      expect(alarm?.message).toMatch(
        /The film of the lesson “Video 1” in “.+”: This video is damaged/,
      )
      expect(more).toEqual([])
      await db
        .update(videos)
        .set({ url: 'https://videos.example/1.mp4' })
        .where(eq(videos.courseId, lesson.id))
      await watchFilms(db)
      expect(await listOpenAlarms(db)).toEqual([])
    },
  )

  test('are not made of a film with a hole because the program that would tell of it ended', async () => {
    const options = ['-vf', 'noise=alls=30:allf=t']
    const id = await uploadFilm(makeHole(await makeFilmFile({ seconds: 12, options }), 0.5, 0.8))
    const ffprobe = join(server.settings.dataDir, 'ffprobe')
    const script = `case "$*" in *packet=*) kill -9 $$;; esac\nexec ffprobe "$@"`
    await writeFile(ffprobe, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const told: string[] = []
    await makeRenditions({
      ...deps(),
      ffmpeg: { ffmpeg: 'ffmpeg', ffprobe },
      onFailure: ({ reason }) => void told.push(reason),
    })
    expect(told[0]).toBe('ffprobe did not read what ffmpeg could decode')
    expect((await describeFilm(id)).renditions).not.toContainEqual(
      expect.objectContaining({ name: 'data_saver' }),
    )

    await db.update(filmJobs).set({ leaseUntil: sql`now()` })
    await makeRenditions(deps())

    expect(await describeFilm(id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('damaged'),
    })
  })

  test('of a short film do not wait behind those of a long one', async () => {
    const long = await makeFilm(db, course)
    await db.update(films).set({ durationInSeconds: 7200 }).where(eq(films.id, long))
    await db.insert(filmJobs).values({ filmId: long, name: 'poster', position: 0 })
    expect((await takeJob(db, 'long'))?.filmId).toBe(long)
    const id = await uploadFilm(await makeFilmFile({ seconds: 1, options: noisy }))
    await makeRenditions(deps())

    expect((await describeFilm(id)).state).toBe('ready')
    expect(await db.select().from(filmJobs)).toMatchObject([{ filmId: long }])
  })

  test('are one process’s work; of one that died another takes them up, and nothing half is left', async () => {
    const id = await uploadFilm(await makeFilmFile({ seconds: 1, size: '480x480', options: noisy }))
    const dead = await takeJob(db, 'short')
    expect(dead?.name).toBe('poster')
    // Instead of twenty seconds, which a busy machine takes for the others.
    await db
      .update(filmJobs)
      .set({ leaseUntil: sql`'infinity'` })
      .where(eq(filmJobs.name, 'poster'))
    await mkdir(join(folder, 'dead'), { recursive: true })
    await writeFile(join(folder, 'dead', 'made'), 'half a film')
    await makeRenditions(deps())
    const meanwhile = await describeFilm(id)
    expect(meanwhile.state).toBe('processing') // the poster is still somebody's
    expect(await readdir(folder)).toEqual([])

    await db.update(filmJobs).set({ leaseUntil: sql`now()` })
    await makeRenditions(deps())

    expect((await describeFilm(id)).state).toBe('ready')
    expect(dead && (await keepJob(db, dead, 0.5))).toBe(false)
  })

  test('stop at once when the process is to stop, and are begun again', async () => {
    const id = await uploadFilm(
      await makeFilmFile({ seconds: 10, size: '854x480', options: noisy }),
    )
    const stopping = new AbortController()
    const working = makeRenditions({ ...deps(), signal: stopping.signal })
    await vi.waitFor(
      async () =>
        expect(await db.select().from(filmJobs).where(sql`lease_token is not null`)).not.toEqual(
          [],
        ),
      { interval: 10 },
    )
    stopping.abort()
    await working

    const waiting = await db.select().from(filmJobs).where(sql`lease_until > now()`)
    expect(waiting).toEqual([])
    expect((await describeFilm(id)).state).toBe('processing')
    expect(await readdir(folder)).toEqual([])
    await db.delete(films).where(eq(films.id, id))
  })
})

test('two files of a film that two machines finish at one moment are both kept, and it is ready', async () => {
  const id = await makeFilm(db, course)
  await db.update(films).set({ state: 'processing' }).where(eq(films.id, id))
  const made = ['480p', 'data_saver'] as const
  await db.insert(filmJobs).values(made.map((name, position) => ({ filmId: id, name, position })))
  const jobs = [await takeJob(db, 'short'), await takeJob(db, 'short')]
  const finish = (job: (typeof jobs)[number]) =>
    finishJob({ db }, job!, {
      name: job!.name,
      type: 'video/mp4',
      width: 854,
      height: 480,
      bitsPerSecond: 1,
      sizeInBytes: 1,
      sha256: 'a'.repeat(64),
      key: job!.name,
      grid: null,
    })

  const { finishing } = await db.transaction(async (inner) => {
    await inner.select().from(films).where(eq(films.id, id)).for('no key update')
    const finishing = jobs.map(finish)
    await vi.waitFor(async () => expect(await countBlocked(db)).toBe(2))
    return { finishing }
  })
  const ends = await Promise.allSettled(finishing)

  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect((await describeFilm(id)).state).toBe('ready')
  expect(await db.$count(filmRenditions, eq(filmRenditions.filmId, id))).toBe(3) // with the original
})

test('what ended twenty processes is not begun again, and the film plays as it is', async () => {
  const id = await makeFilm(db, course)
  await db.update(films).set({ state: 'processing' }).where(eq(films.id, id))
  await db.insert(filmJobs).values({ filmId: id, name: 'poster', position: 0, attempts: 20 })
  const program = join(server.settings.dataDir, 'encoder')
  await writeFile(program, '#!/bin/sh\ntouch "$0.begun"\n', { mode: 0o755 })
  const told: string[] = []

  await makeRenditions({
    ...deps(),
    ffmpeg: { ffmpeg: program, ffprobe: program },
    onFailure: ({ reason }) => void told.push(reason),
  })

  expect(await readdir(server.settings.dataDir)).not.toContain('encoder.begun')
  expect(told).toEqual(['It ended 20 processes.'])
  expect(await db.select().from(filmJobs)).toEqual([])
  expect(await describeFilm(id)).toMatchObject({ state: 'ready' })
})

test('a film that nothing names goes after a week, one in a lesson stays', async () => {
  const key = 'films/unused'
  await media.write(key, Buffer.from('film'), { type: 'video/mp4' })
  const unused = await makeFilm(db, course, [{ key, sizeInBytes: 4 }])
  const twin = await makeFilm(db, course, [{ key, sizeInBytes: 4 }])
  const used = await makeFilm(db, course)
  const other = await makeCourse(db, { modules: [[`film:${used}`, `film:${twin}`]] })
  const tidy = () => removeUnusedFilms({ db, media, locks, listNamed: listNamedFilms })
  const listThere = async () => (await db.select({ id: films.id }).from(films)).map(({ id }) => id)

  await tidy()
  expect(await listThere()).toEqual(expect.arrayContaining([unused, twin, used]))
  const weekAgo = sql`now() - interval '8 days'`
  await db.update(films).set({ unusedSince: weekAgo }).where(sql`unused_since is not null`)
  await tidy()

  expect(await listThere()).toEqual(expect.arrayContaining([twin, used]))
  expect(await listThere()).not.toContain(unused)
  expect(await media.sizeOf(key)).toBe(4) // the other film has it too
  await db
    .update(videos)
    .set({ url: 'https://videos.example/1.mp4' })
    .where(eq(videos.courseId, other.id))
  await tidy()
  await db.update(films).set({ unusedSince: weekAgo }).where(eq(films.id, twin))
  await tidy()
  expect(await media.sizeOf(key)).toBeNull()
})
