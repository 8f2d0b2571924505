import { stat } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { findFinishedUpload, removeUpload } from '../../../files/server/finished-uploads.ts'
import type { BegunRendition } from '../../../files/server/upload-routes.ts'
import { UploadProblem } from '../../../files/server/uploads.ts'
import { extensionOf, type FilmFile, type FilmFileName, fileNames } from '../../film-file.ts'
import { checksum, contentKey } from '../checksum.ts'
import { readFilms } from '../list-films.ts'
import { keepFile, type StoreDependencies } from '../store-film.ts'
import { filmJobs, filmRenditions } from '../tables.ts'
import { describeRendition, type MadeFrom, pictureInBytes } from './describe-rendition.ts'
import { listLacking } from './list-lacking.ts'

/** Refuses before it is sent what would not be kept. */
export async function beginRendition(
  deps: StoreDependencies,
  about: BegunRendition,
): Promise<void> {
  await requireLacking(deps, about)
}

/**
 * Makes an upload that has come to its end one of a film's files; the same again for the same upload,
 * also after a process died in the middle. What is not what it says is refused and forgotten.
 */
export async function finishRendition(deps: StoreDependencies, id: string): Promise<void> {
  const uploads = await deps.uploads()
  if ((await findFinishedUpload(uploads, id))?.kind !== 'rendition') return
  const release = await deps.locks.hold(`finish upload ${id}`, {
    onWanted: () => undefined,
    timeoutInMs: 60_000,
  })
  try {
    const upload = await findFinishedUpload(uploads, id)
    if (!upload) return
    await keep(deps, upload).catch(async (error: unknown) => {
      if (error instanceof UploadProblem) await removeUpload(uploads, id)
      throw error
    })
    await removeUpload(uploads, id)
  } finally {
    await release()
  }
}

async function keep(
  deps: StoreDependencies,
  upload: BegunRendition & { path: string },
): Promise<void> {
  const { filmId, path } = upload
  const { name, from } = await requireLacking(deps, upload)
  const described = await describeRendition(path, { name, from })
  const { size: sizeInBytes } = await stat(path)
  const sha256 = await checksum(path)
  const file: FilmFile = {
    name,
    ...described,
    bitsPerSecond: Math.round((sizeInBytes * 8) / from.durationInSeconds),
    sizeInBytes,
    sha256,
    key: contentKey(sha256, extensionOf(described.type)),
  }
  await keepFile(deps, file, path, () => record(deps.db, filmId, file))
}

/** Only one of two that made the same is kept. */
async function record(outer: Database, filmId: string, file: FilmFile): Promise<void> {
  await outer.transaction(async (db) => {
    const ended = await db
      .delete(filmJobs)
      .where(and(eq(filmJobs.filmId, filmId), eq(filmJobs.name, file.name)))
      .returning({ name: filmJobs.name })
    if (ended.length === 0) throw notLacking()
    await db.insert(filmRenditions).values({ ...file, filmId })
  })
}

async function requireLacking(
  { db, ffmpeg }: StoreDependencies,
  { filmId, rendition, sizeInBytes }: BegunRendition,
): Promise<{ name: FilmFileName; from: MadeFrom }> {
  if (ffmpeg) throw new UploadProblem(409, 'This server makes the smaller sizes by itself.')
  const film = (await readFilms(db, [filmId])).get(filmId)
  const original = film?.files.find(({ name }) => name === 'original')
  if (!film || !original || film.durationInSeconds === null) {
    throw new UploadProblem(404, 'This film does not exist.')
  }
  const name = fileNames.find((known) => known === rendition)
  const lacking = await listLacking(db, filmId)
  if (name === undefined || !lacking.includes(name)) throw notLacking()
  const isPicture = name === 'poster' || name === 'sprite'
  if (sizeInBytes > (isPicture ? pictureInBytes : original.sizeInBytes)) {
    throw new UploadProblem(413, 'This file is larger than it may be.')
  }
  return { name, from: { durationInSeconds: film.durationInSeconds, original } }
}

function notLacking(): UploadProblem {
  return new UploadProblem(409, 'The film does not lack this size.')
}
