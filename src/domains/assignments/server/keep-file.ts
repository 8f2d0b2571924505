import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '@tus/file-store'
import { and, eq, inArray, lt, ne, notExists, sql, sum } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { lockAccount } from '../../accounts/server/lock-account.ts'
import { readHead } from '../../files/server/finish-upload.ts'
import {
  type FinishedUpload,
  findFinishedUpload,
  isTakenBack,
  removeUpload,
} from '../../files/server/finished-uploads.ts'
import { recogniseFile } from '../../files/server/recognise-file.ts'
import type { BegunFile } from '../../files/server/upload-routes.ts'
import { roomOfLearnerInBytes, unwantedSubmission } from '../../files/upload-kinds.ts'
import { checkMedia } from '../../films/server/check-media.ts'
import type { HandInDependencies } from './dependencies.ts'
import { submissionFiles, submissions } from './tables.ts'

const prefix = 'submission-'

/** Where a file lies in the media store: each in a place of its own, so that it can go with its person. */
export function submissionKey(id: string): string {
  return prefix + id
}

interface Of {
  learnerId: string
  courseId: string
  videoId: string
}

/**
 * Keeps what was uploaded, before it is handed in: the row first, then the file, so that no file is there
 * that nobody knows. The same again for the same upload. Refused with `upload_not_found`, also for that of
 * somebody else, `upload_room_full`, and with `invalid_input` for what is not what its name says. Only
 * by who has its lock, and until it is handed in.
 */
export async function keepFile(
  { db, media, openUploads }: HandInDependencies,
  { learnerId, courseId, videoId }: Of,
  id: string,
): Promise<void> {
  const uploads = await openUploads()
  const upload = await findFinishedUpload(uploads, id)
  const isTheirs =
    upload?.kind === 'submission' &&
    upload.learnerId === learnerId &&
    upload.courseId === courseId &&
    upload.videoId === videoId
  if (!isTheirs) throw new ProblemError('upload_not_found')
  await keepUpload({ db, media, uploads }, id, upload).catch(async (error: unknown) => {
    if (!isTakenBack(error, upload)) throw error
    await forgetFile(db, id)
    throw new ProblemError('upload_not_found')
  })
}

async function keepUpload(
  { db, media, uploads }: Stores & { uploads: FileStore },
  id: string,
  { path, filename, sizeInBytes, learnerId }: FinishedUpload,
): Promise<void> {
  if (recogniseFile(filename, await readHead(path)) === null) {
    await removeUpload(uploads, id)
    await forgetFile(db, id)
    throw new ProblemError('invalid_input', {
      errors: [{ path: 'upload_id', message: t(unwantedSubmission) }],
    })
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  await claimFile(db, { id, learnerId, filename, sizeInBytes, sha256: hash.digest('hex') })
  await media.writeFrom(path, submissionKey(id), { type: 'application/octet-stream' })
}

/**
 * Writes down a file that comes: from now on its learner's room holds it, one file at a time, also of several
 * processes. Refused with `upload_room_full`.
 */
export async function claimFile(
  outer: Database,
  file: BegunFile & Pick<typeof submissionFiles.$inferSelect, 'sha256'>,
): Promise<void> {
  const { id, learnerId, sizeInBytes, sha256 } = file
  await outer.transaction(async (db) => {
    await lockAccount(db, learnerId)
    const [others] = await db
      .select({ inBytes: sum(submissionFiles.sizeInBytes).mapWith(Number) })
      .from(submissionFiles)
      .where(and(eq(submissionFiles.learnerId, learnerId), ne(submissionFiles.id, id)))
    if ((others?.inBytes ?? 0) + sizeInBytes > roomOfLearnerInBytes)
      throw new ProblemError('upload_room_full')
    await db
      .insert(submissionFiles)
      .values(file)
      .onConflictDoUpdate({
        target: submissionFiles.id,
        set: { sha256, begunAt: sql`clock_timestamp()` },
      })
  })
}

/** Of an upload that becomes nothing. */
export async function forgetFile(db: Database, id: string): Promise<void> {
  await db.delete(submissionFiles).where(eq(submissionFiles.id, id))
}

/** Whether the file is one's own still, locked until the commit: its person may have been erased meanwhile. */
export async function lockFile(db: Database, id: string, learnerId: string): Promise<boolean> {
  const found = await db
    .select({ id: submissionFiles.id })
    .from(submissionFiles)
    .where(and(eq(submissionFiles.id, id), eq(submissionFiles.learnerId, learnerId)))
    .for('update')
  return found.length > 0
}

type Stores = Pick<HandInDependencies, 'db' | 'media'>

/** Those of a person; the rows go with the rest of them. */
export async function removeFilesOf({ db, media }: Stores, learnerIds: string[]): Promise<void> {
  const kept = await db
    .select({ id: submissionFiles.id })
    .from(submissionFiles)
    .where(inArray(submissionFiles.learnerId, learnerIds))
  for (const { id } of kept) await media.remove(submissionKey(id))
}

const atOnce = 1_000

/**
 * Removes files that nothing was handed in with for a day, and files without a row, as of a process that
 * was killed while their person was erased.
 */
export async function removeLostFiles(stores: Stores): Promise<void> {
  const { db, media } = stores
  const handedIn = db
    .select({ id: submissions.id })
    .from(submissions)
    .where(eq(submissions.fileId, submissionFiles.id))
  await db
    .delete(submissionFiles)
    .where(and(lt(submissionFiles.begunAt, sql`now() - interval '1 day'`), notExists(handedIn)))
  for (const key of await listLostFiles(stores)) await media.remove(key)
}

/** Read as media are; a file without a row is told of, too. */
export async function checkHandedIn(stores: Stores): ReturnType<typeof checkMedia> {
  const { db, media } = stores
  const { id, sha256, sizeInBytes } = submissionFiles
  const kept = await db
    .select({ id, sha256, sizeInBytes })
    .from(submissionFiles)
    .innerJoin(submissions, eq(submissions.fileId, id))
  const files = kept.map((file) => ({ ...file, key: submissionKey(file.id) }))
  const { checked, faults } = await checkMedia(media, files)
  const lost = await listLostFiles(stores)
  return { checked, faults: [...faults, ...lost.map((key) => `${key} is of nobody.`)] }
}

async function listLostFiles({ db, media }: Stores): Promise<string[]> {
  const keys = await media.list(prefix)
  const lost: string[] = []
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = keys.slice(at, at + atOnce)
    const ids = some.map((key) => key.slice(prefix.length))
    const kept = await db
      .select({ id: submissionFiles.id })
      .from(submissionFiles)
      .where(inArray(submissionFiles.id, ids))
    const known = new Set(kept.map(({ id }) => submissionKey(id)))
    lost.push(...some.filter((key) => !known.has(key)))
  }
  return lost
}
