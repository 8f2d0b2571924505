import { stat } from 'node:fs/promises'
import type { FileStore } from '@tus/file-store'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { problems } from '../../../http/problems.ts'
import type { Database } from '../../../platform/database/database.ts'
import { LockHeldError, type NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { storageTroubleOf } from '../../../platform/media/storage-error.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import { findFinishedUpload, removeUpload } from '../../files/server/finished-uploads.ts'
import { extensionOf, type FilmFile, type FilmFileName } from '../film-file.ts'
import { planFiles } from '../plan-files.ts'
import { listLacking } from './browser-transcoding/list-lacking.ts'
import { checksum, contentKey } from './checksum.ts'
import type { Ffmpeg } from './ffmpeg/find-ffmpeg.ts'
import { FilmProblem } from './film-problem.ts'
import { type MeasuredFilm, measureFilm } from './measure-film.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { filmJobs, filmRenditions, films } from './tables.ts'

export interface StoreDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
  uploads: () => Promise<FileStore>
  ffmpeg: Ffmpeg | null
}

/**
 * Makes a film of an upload that has come to its end: looks what it is, puts it into the media store
 * and asks for its renditions. The same again for the same upload, also after a process died in the
 * middle; does nothing while another process is at it.
 */
export async function storeFilm(deps: StoreDependencies, id: string): Promise<void> {
  const release = await deps.locks
    .hold(`finish upload ${id}`, { onWanted: () => undefined, timeoutInMs: 0 })
    .catch((error: unknown) => {
      if (error instanceof LockHeldError) return null
      throw error
    })
  if (!release) return
  try {
    await storeUpload(deps, id)
  } finally {
    await release()
  }
}

async function storeUpload(deps: StoreDependencies, id: string): Promise<void> {
  const { db } = deps
  const uploads = await deps.uploads()
  const [film] = await db.select({ state: films.state }).from(films).where(eq(films.id, id))
  const upload = await findFinishedUpload(uploads, id)
  if (!upload || upload.kind !== 'film') return
  if (film?.state === 'uploading') {
    try {
      await store(deps, id, upload.path)
    } catch (error) {
      const message = tellFailure(error)
      const isFinal = error instanceof FilmProblem
      await db
        .update(films)
        .set({ message, ...(isFinal && { state: 'failed' }) })
        .where(
          and(
            eq(films.id, id),
            eq(films.state, 'uploading'),
            sql`${films.message} is distinct from ${message}`,
          ),
        )
      if (!isFinal) throw error // the upload stays, and is tried again
    }
  }
  await removeUpload(uploads, id)
}

/** A sentence for what the administrator can do something about; all else is our fault. */
function tellFailure(error: unknown): string {
  if (error instanceof FilmProblem) return error.message
  const trouble = storageTroubleOf(error)
  if (trouble === null) throw error
  return problems[trouble === 'full' ? 'storage_full' : 'storage_unavailable'][1]
}

async function store(deps: StoreDependencies, id: string, path: string): Promise<void> {
  const measured = await measureFilm(path, deps.ffmpeg)
  const { type, width, height, durationInSeconds, isPlayable } = measured
  const sha256 = await checksum(path)
  const { size: sizeInBytes } = await stat(path)
  const key = contentKey(sha256, extensionOf(type))
  const bitsPerSecond = Math.round((sizeInBytes * 8) / durationInSeconds)
  const about = { type, width, height, bitsPerSecond, sizeInBytes, sha256, key, grid: null }
  const original: FilmFile = { name: 'original', ...about }
  await keepFile(deps, original, path, async () => {
    const ready = { durationInSeconds, isPlayable }
    await deps.db.transaction(async (db) => recordFilm(db, { id, original, measured, ready, deps }))
  })
}

/**
 * Puts a file into the media store, unless it is there, and records who has it, while nobody removes a
 * file of the same content. What could not be recorded does not stay.
 */
export async function keepFile(
  { db, media, locks }: Pick<StoreDependencies, 'db' | 'media' | 'locks'>,
  { key, sizeInBytes, type }: Pick<FilmFile, 'key' | 'sizeInBytes' | 'type'>,
  path: string,
  record: () => Promise<void>,
): Promise<void> {
  const release = await locks.hold(`media ${key}`, {
    onWanted: () => undefined,
    timeoutInMs: 600_000,
  })
  try {
    if ((await media.sizeOf(key)) !== sizeInBytes) await media.writeFrom(path, key, { type })
    await record()
  } catch (error) {
    await removeUnreferenced({ db, media }, key)
    throw error
  } finally {
    await release()
  }
}

interface Recorded {
  id: string
  original: FilmFile
  measured: MeasuredFilm
  ready: { durationInSeconds: number; isPlayable: boolean }
  deps: StoreDependencies
}

async function recordFilm(
  db: Database,
  { id, original, measured, ready, deps }: Recorded,
): Promise<void> {
  const { made, lacking } = await findTwin(db, id, original.sha256)
  const planned = made.length === 0 ? planFiles(measured) : lacking
  // Where there is no ffmpeg, browsers make the rest; until then, and without one, the original plays.
  const state = deps.ffmpeg && planned.length > 0 ? 'processing' : 'ready'
  const found = await db
    .update(films)
    .set({ ...ready, state, message: null })
    .where(and(eq(films.id, id), eq(films.state, 'uploading')))
    .returning({ id: films.id })
  if (found.length === 0) throw new FilmProblem(msg('This film was taken back.'))
  await db
    .insert(filmRenditions)
    .values([original, ...made].map((file) => ({ ...file, filmId: id })))
  if (planned.length === 0) return
  await db
    .insert(filmJobs)
    .values(planned.map((name, position) => ({ filmId: id, name, position })))
}

/** What was made before from a film of the same content, and what is still to be made of it. */
async function findTwin(
  db: Database,
  id: string,
  sha256: string,
): Promise<{ made: FilmFile[]; lacking: FilmFileName[] }> {
  const [twin] = await db
    .select({ id: films.id })
    .from(films)
    .innerJoin(filmRenditions, eq(filmRenditions.filmId, films.id))
    .where(
      and(
        eq(filmRenditions.sha256, sha256),
        eq(filmRenditions.name, 'original'),
        eq(films.state, 'ready'),
        ne(films.id, id),
      ),
    )
    .limit(1)
  if (!twin) return { made: [], lacking: [] }
  const lacking = await listLacking(db, twin.id)
  const { filmId: _film, ...columns } = getTableColumns(filmRenditions)
  const made = await db
    .select(columns)
    .from(filmRenditions)
    .where(and(eq(filmRenditions.filmId, twin.id), ne(filmRenditions.name, 'original')))
    .for('share')
  return { made, lacking }
}
