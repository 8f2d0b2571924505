import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { planFiles } from '../../src/domains/films/plan-files.ts'
import { saveCaptions } from '../../src/domains/films/server/captions/save-captions.ts'
import { checksum, contentKey } from '../../src/domains/films/server/checksum.ts'
import { findFfmpeg } from '../../src/domains/films/server/ffmpeg/find-ffmpeg.ts'
import { makeRenditions } from '../../src/domains/films/server/make-renditions.ts'
import { measureFilm } from '../../src/domains/films/server/measure-film.ts'
import { filmJobs, filmRenditions, films } from '../../src/domains/films/server/tables.ts'
import { createNamedLocks } from '../../src/platform/database/named-locks.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import { openMediaStore } from '../../src/platform/media/open-media-store.ts'
import { grantCourse, makeCourse, makeLearner, type Person } from '../../tests/support/factories.ts'
import { openBenchDatabase } from './bench-database.ts'

export interface WatchedFile {
  name: string
  bitsPerSecond: number
  /** What a browser fetches before it plays anything; null: it stands at the end, or is no MP4. */
  indexInBytes: number | null
}

export interface WatchedAcademy {
  database: Awaited<ReturnType<typeof openBenchDatabase>>
  /** What the product is started with. */
  env: Record<string, string>
  owner: Person
  courseId: string
  /** What can be played, the largest first. */
  files: WatchedFile[]
  close: () => Promise<void>
}

/** An academy of one lesson, which plays a film of its own in all sizes, and an owner. */
export async function openWatchedAcademy(seconds: number): Promise<WatchedAcademy> {
  const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH'])
  if (!ffmpeg) throw new Error('This needs ffmpeg (Debian: apt-get install ffmpeg).')
  const folder = await mkdtemp(join(tmpdir(), 'academy-watching-'))
  const database = await openBenchDatabase({ durable: false })
  const db = drizzle(database.pool)
  const media = await openMediaStore({ kind: 'files', folder: join(folder, 'media') })
  const source = join(folder, 'source.mp4')
  await drawFilm(ffmpeg.ffmpeg, source, seconds)

  const filmId = newId()
  const course = await makeCourse(db, { modules: [[`film:${filmId}`]] })
  const owner = await makeLearner(db)
  await grantCourse(db, owner, course)
  const measured = await measureFilm(source, ffmpeg)
  const { type, width, height, durationInSeconds, isPlayable } = measured
  const { size: sizeInBytes } = await stat(source)
  const sha256 = await checksum(source)
  const key = contentKey(sha256, 'mp4')
  const bitsPerSecond = Math.round((sizeInBytes * 8) / durationInSeconds)
  await media.writeFrom(source, key, { type })
  await db.insert(films).values({
    id: filmId,
    courseId: course.id,
    filename: 'Lesson.mp4',
    state: 'processing',
    durationInSeconds,
    isPlayable,
  })
  const original = { name: 'original', type, width, height, key, sha256 } as const
  await db.insert(filmRenditions).values({ filmId, ...original, bitsPerSecond, sizeInBytes })
  const planned = planFiles(measured)
  await db.insert(filmJobs).values(planned.map((name, position) => ({ filmId, name, position })))
  await makeRenditions({
    db,
    media,
    locks: createNamedLocks(database.pool),
    ffmpeg,
    turn: durationInSeconds > 1800 ? 'long' : 'short',
    folder: join(folder, 'renditions'),
    signal: new AbortController().signal,
    onFailure: ({ name, reason }) => {
      throw new Error(`${name}: ${reason}`)
    },
  })
  await saveCaptions(db, { filmId, language: 'en', label: 'English', text: captionsOf(seconds) })

  const made = await db
    .select()
    .from(filmRenditions)
    .where(eq(filmRenditions.filmId, filmId))
    .orderBy(asc(filmRenditions.bitsPerSecond))
  return {
    database,
    env: { MEDIA_URL: `file://${join(folder, 'media')}` },
    owner,
    courseId: course.id,
    files: await Promise.all(
      made
        .filter(({ name }) => name !== 'poster' && name !== 'sprite')
        .map(async ({ name, bitsPerSecond, key }) => ({
          name,
          bitsPerSecond,
          indexInBytes: await measureIndex(media.pathOf(key) ?? ''),
        })),
    ),
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The boxes of an MP4 stand one behind the other, each with its length in front. */
async function measureIndex(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    const head = Buffer.alloc(8)
    for (let at = 0; ; at += head.readUInt32BE(0)) {
      const { bytesRead } = await file.read(head, 0, 8, at)
      const name = head.toString('latin1', 4)
      if (bytesRead < 8 || name === 'mdat' || head.readUInt32BE(0) < 8) return null
      if (name === 'moov') return head.readUInt32BE(0)
    }
  } finally {
    await file.close()
  }
}

/** Moves everywhere, with noise, as a hand-held camera does, and is heard. */
export async function drawFilm(ffmpeg: string, path: string, seconds: number): Promise<void> {
  const picture = `testsrc2=size=854x480:rate=25:duration=${seconds},rotate=angle=0.05*sin(t),noise=alls=4:allf=t`
  const sound = `sine=frequency=330:beep_factor=3:duration=${seconds}`
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '27', '-pix_fmt', 'yuv420p']
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound]
  const args = ['-v', 'error', '-nostdin', ...inputs, ...codecs, '-c:a', 'aac', path]
  await promisify(execFile)(ffmpeg, args)
}

/** Somebody says a word every three seconds. */
function captionsOf(seconds: number): string {
  const cues = Array.from({ length: Math.floor(seconds / 3) }, (_, index) => {
    const from = new Date(index * 3000).toISOString().slice(11, 23)
    const to = new Date(index * 3000 + 2500).toISOString().slice(11, 23)
    return `${from} --> ${to}\nThis is sentence number ${index + 1} of the lesson.\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}
