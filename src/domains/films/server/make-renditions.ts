import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { LockHeldError, type NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { storageTroubleOf } from '../../../platform/media/storage-error.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import { extensionOf, type FilmFile } from '../film-file.ts'
import { checksum, contentKey } from './checksum.ts'
import { type Encoding, planEncoding, type Source } from './ffmpeg/encode.ts'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { findGaps, readDecodedGaps, timesOutput } from './ffmpeg/find-gaps.ts'
import { probeFilm } from './ffmpeg/probe-film.ts'
import { runProgram } from './ffmpeg/run-program.ts'
import { findLoss } from './find-damage.ts'
import {
  countFailure,
  endJob,
  giveBack,
  type Job,
  keepJob,
  mostAttempts,
  type Turn,
  takeJob,
} from './job-queue.ts'
import { type Film, readFilms } from './list-films.ts'
import { keepFile } from './store-film.ts'
import { filmJobs, filmRenditions, films } from './tables.ts'
import { openWorkFolder, rememberProcess, removeLeftovers } from './work-folder.ts'

export interface RenditionDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  ffmpeg: Ffmpeg
  /** Where files of this turn lie until they are whole. */
  folder: string
  turn: Turn
  /** Stops what runs; it is begun again by the next process. */
  signal: AbortSignal
  onFailure: (about: { filmId: string; name: string; reason: string }) => void
}

/** From here on the index of the smallest size takes longer to fetch than anybody waits. */
const longInSeconds = 300
const beatInMs = 5_000
const fullDiskPauseInSeconds = 300

/** The disk is full: nobody's fault but for a while nothing can be made. */
class DiskFullError extends Error {}
/** The original has not all of its seconds; the message is a sentence for the administrator. */
class DamagedError extends Error {}
/** Somebody else has the job, the film is gone, or we are to stop. */
class GivenUpError extends Error {}

/** Makes what is still to be made of films, one file after the other; of each turn one at a time on this machine. */
export async function makeRenditions(deps: RenditionDependencies): Promise<void> {
  const release = await deps.locks
    .hold(`${deps.turn} renditions on ${hostname()}`, { onWanted: () => undefined, timeoutInMs: 0 })
    .catch((error: unknown) => {
      if (error instanceof LockHeldError) return null
      throw error
    })
  if (!release) return
  try {
    await removeLeftovers(deps.folder)
    for (;;) {
      const job = deps.signal.aborted ? null : await takeJob(deps.db, deps.turn)
      if (!job) return
      await doJob(deps, job)
    }
  } finally {
    await release()
  }
}

async function doJob(deps: RenditionDependencies, job: Job): Promise<void> {
  if (job.attempts > mostAttempts)
    return fail(deps, job, new Error(`It ended ${mostAttempts} processes.`))
  const { db } = deps
  const folder = await openWorkFolder(deps.folder, job.leaseToken)
  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  let progress = 0
  const showLife = async (): Promise<void> => {
    if (!(await keepJob(db, job, progress))) stop.abort()
  }
  const beat = setInterval(() => {
    showLife().catch(() => undefined) // the lease ends by itself while the database is away
  }, beatInMs)
  try {
    await make({ ...deps, signal }, job, folder, (now) => {
      progress = now
    })
  } catch (error) {
    if (signal.aborted || error instanceof GivenUpError) await giveBack(db, job)
    else if (error instanceof DamagedError) await markDamaged(db, job, error.message)
    else if (error instanceof DiskFullError || storageTroubleOf(error) !== null) {
      await giveBack(db, job, fullDiskPauseInSeconds)
    } else await fail(deps, job, error)
  } finally {
    clearInterval(beat)
    await rm(folder, { recursive: true, force: true })
  }
}

async function make(
  deps: RenditionDependencies,
  job: Job,
  folder: string,
  onProgress: (progress: number) => void,
): Promise<void> {
  const film = (await readFilms(deps.db, [job.filmId])).get(job.filmId)
  const original = film?.files.find(({ name }) => name === 'original')
  if (!film || !original) throw new GivenUpError('The film is gone')
  const from = job.name === 'data_saver_parts' ? 'data_saver' : 'original'
  const file = film.files.find(({ name }) => name === from)
  if (!file) return finishJob(deps, job, null)
  const source = await openSource(deps, { film, file, folder })
  const path = join(folder, 'made')
  const times = job.name === 'data_saver' ? join(folder, 'times') : null
  const encoding = planEncoding(job.name, source, path)
  if (times) encoding.args.push(...timesOutput(times))
  await encode(deps, { encoding, folder, source, onProgress })
  if (times) await requireWhole(deps, source, times)
  const made = await describeMade(deps.ffmpeg, { job, encoding, path, source })
  // Nothing is larger than it was; the original then plays in its place.
  const isInVain =
    from === 'original' &&
    film.isPlayable &&
    encoding.type === 'video/mp4' &&
    made.sizeInBytes >= original.sizeInBytes
  if (isInVain) await finishJob(deps, job, null)
  else await keepFile(deps, made, path, () => finishJob(deps, job, made))
}

/** Each film is decoded to its end once, for its smallest size: what is no film in it shows there. */
async function requireWhole(
  { ffmpeg }: RenditionDependencies,
  source: Source,
  times: string,
): Promise<void> {
  const file = await findGaps(ffmpeg, source.path, source.container)
  if (!file) throw new Error('ffprobe did not read what ffmpeg could decode')
  const decoded = await readDecodedGaps(times)
  const loss = decoded && findLoss(file, decoded)
  if (loss) throw new DamagedError(loss)
}

/** Nothing more is made of it, and nobody can publish it; where it is published, what there is plays on. */
async function markDamaged(outer: Database, job: Job, message: string): Promise<void> {
  await outer.transaction(async (db) => {
    if (!(await endJob(db, job))) return
    await db.delete(filmJobs).where(eq(filmJobs.filmId, job.filmId))
    await db
      .update(films)
      .set({ state: 'failed', message })
      .where(and(eq(films.id, job.filmId), eq(films.state, 'processing')))
  })
}

/** What a file is made from, as a file of this machine. */
async function openSource(
  { media, signal }: RenditionDependencies,
  { film, file, folder }: { film: Film; file: FilmFile; folder: string },
): Promise<Source> {
  const path = media.pathOf(file.key) ?? join(folder, 'source')
  if (media.pathOf(file.key) === null) {
    const found = await media.read(file.key)
    if (!found) throw new Error('The file is not in the media store')
    await pipeline(found.stream, createWriteStream(path), { signal })
  }
  return {
    path,
    container: file.type === 'video/mp4' ? 'mov' : 'matroska',
    durationInSeconds: film.durationInSeconds ?? 0,
    width: file.width ?? 1280,
    height: file.height ?? 720,
    bitsPerSecond: file.bitsPerSecond,
  }
}

async function encode(
  { ffmpeg, signal }: RenditionDependencies,
  at: {
    encoding: Encoding
    folder: string
    source: Source
    onProgress: (progress: number) => void
  },
): Promise<void> {
  const { exitCode, stderr } = await runProgram(ffmpeg.ffmpeg, at.encoding.args, {
    signal,
    onStart: (pid) => rememberProcess(at.folder, pid),
    onLine: (line) => {
      const doneInUs = Number(/^out_time_us=(\d+)/.exec(line)?.[1])
      if (doneInUs > 0) at.onProgress(doneInUs / 1e6 / at.source.durationInSeconds)
    },
  })
  if (signal.aborted) throw new GivenUpError('Stopped')
  if (/No space left on device/.test(stderr)) throw new DiskFullError(stderr)
  if (exitCode !== 0) throw new Error(`ffmpeg ended with ${exitCode}: ${stderr.slice(-2000)}`)
}

/** Looked at once more: what cannot be played is not kept. */
async function describeMade(
  ffmpeg: Ffmpeg,
  at: { job: Job; encoding: Encoding; path: string; source: Source },
): Promise<FilmFile> {
  const { encoding, path, source } = at
  const { size: sizeInBytes } = await stat(path)
  if (sizeInBytes === 0) throw new Error('ffmpeg made an empty file')
  const probed = encoding.type === 'video/mp4' ? await probeFilm(ffmpeg, path, 'mov') : null
  if (encoding.type === 'video/mp4') {
    const isCut = Math.abs((probed?.saidInSeconds ?? 0) - source.durationInSeconds) > 2
    if (!probed || isCut) throw new Error('ffmpeg made a film that does not play to its end')
  }
  const sha256 = await checksum(path)
  return {
    name: at.job.name,
    type: encoding.type,
    width: probed?.width ?? encoding.width,
    height: probed?.height ?? encoding.height,
    bitsPerSecond: Math.round((sizeInBytes * 8) / source.durationInSeconds),
    sizeInBytes,
    sha256,
    key: contentKey(sha256, extensionOf(encoding.type)),
    grid: encoding.grid,
  }
}

/** Records what was made, if anything, and opens the film as ready with its last job. */
export async function finishJob(
  { db: outer }: Pick<RenditionDependencies, 'db'>,
  job: Job,
  made: FilmFile | null,
): Promise<void> {
  await outer.transaction(async (db) => {
    if (!(await endJob(db, job))) throw new GivenUpError('Taken by another process')
    const { filmId } = job
    // Held until the end, so that of two last jobs one sees the other gone; and from before the file is
    // entered, which holds the film too: two would wait for each other.
    const [film] = await db.select().from(films).where(eq(films.id, filmId)).for('update')
    if (made)
      await db
        .insert(filmRenditions)
        .values({ ...made, filmId })
        .onConflictDoNothing()
    if (made?.name === 'data_saver' && (film?.durationInSeconds ?? 0) > longInSeconds) {
      const { position, createdAt } = job
      await db.insert(filmJobs).values({ filmId, name: 'data_saver_parts', position, createdAt })
    }
    const rest = await db
      .select({ name: filmJobs.name })
      .from(filmJobs)
      .where(eq(filmJobs.filmId, filmId))
      .limit(1)
    if (!film || rest.length > 0) return
    await db
      .update(films)
      .set(await concludeFilm(db, film))
      .where(and(eq(films.id, filmId), eq(films.state, 'processing')))
  })
}

async function concludeFilm(db: Database, { id, isPlayable }: typeof films.$inferSelect) {
  const sized = await db
    .select({ name: filmRenditions.name })
    .from(filmRenditions)
    .where(
      and(
        eq(filmRenditions.filmId, id),
        inArray(filmRenditions.name, ['1080p', '720p', '480p', 'data_saver']),
      ),
    )
  if (isPlayable || sized.length > 0) return { state: 'ready' as const }
  return {
    state: 'failed' as const,
    message: msg(
      'This video could not be converted. Please upload it as an MP4 with H.264 and AAC.',
    ),
  }
}

async function fail(deps: RenditionDependencies, job: Job, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  deps.onFailure({ filmId: job.filmId, name: job.name, reason })
  if (await countFailure(deps.db, job)) return
  await finishJob(deps, job, null).catch((error: unknown) => {
    if (!(error instanceof GivenUpError)) throw error
  })
}
