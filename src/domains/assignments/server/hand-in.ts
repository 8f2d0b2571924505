import { and, eq } from 'drizzle-orm'
import type { BodyOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { msg, t } from '../../../shared/i18n/translate.ts'
import { requireOwned } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { removeUpload } from '../../files/server/finished-uploads.ts'
import { isWanted, mayHandIn } from '../assignment.ts'
import type * as contract from '../contract.ts'
import type { HandInDependencies } from './dependencies.ts'
import { keepFile, lockFile, submissionKey } from './keep-file.ts'
import { findPresent } from './read-assignment.ts'
import { submissions } from './tables.ts'
import { tellOfHandedIn } from './tell-of-handed-in.ts'

export interface OfLesson {
  courseId: string
  videoId: string
}

type Version = BodyOf<typeof contract.handIn>

const wanted = {
  text: msg('Please write your answer: only a text can be handed in here.'),
  file: msg('Please choose a file: only a file can be handed in here.'),
  both: msg('Please write your answer or choose a file.'),
}

/**
 * Hands in a version; a repeated call hands in once. Versions, answers and access of a learner's course
 * come one at a time. Refused with `assignment_marked` once it is.
 */
export async function handIn(
  deps: HandInDependencies,
  caller: CurrentUser,
  { courseId, videoId }: OfLesson,
  version: Version,
): Promise<void> {
  const { id, text, upload_id: fileId } = version
  const { db, locks } = deps
  const of = { learnerId: caller.learnerId, courseId, videoId }
  if (await isHandedIn(db, id, of)) return
  const { accepts } = await findPresent(db, of)
  if (!isWanted(accepts, { hasText: text !== '', hasFile: fileId !== null })) {
    const path = accepts === 'file' ? 'upload_id' : 'text'
    throw new ProblemError('invalid_input', { errors: [{ path, message: t(wanted[accepts]) }] })
  }
  if (fileId === null) return handInVersion(deps, caller, of, version)
  const release = await locks.hold(`finish upload ${fileId}`, {
    onWanted: () => undefined,
    timeoutInMs: 60_000,
  })
  try {
    // By a call of the same that had the file until now.
    if (await isHandedIn(db, id, of)) return
    await keepFile(deps, of, fileId)
    await handInVersion(deps, caller, of, version)
  } finally {
    await release()
  }
}

async function handInVersion(
  deps: HandInDependencies,
  caller: CurrentUser,
  of: OfLesson & { learnerId: string },
  { id, text, upload_id: fileId }: Version,
): Promise<void> {
  const { db: outer, media } = deps
  const { learnerId, courseId, videoId } = of
  const isFileTheirs = await outer.transaction(async (db) => {
    await lockAccess(db, of)
    await requireOwned(db, caller, courseId)
    if (await isHandedIn(db, id, of)) return true
    await findPresent(db, of)
    if (fileId !== null && !(await lockFile(db, fileId, learnerId))) return false
    const isLatest = and(
      eq(submissions.learnerId, learnerId),
      eq(submissions.videoId, videoId),
      eq(submissions.isLatest, true),
    )
    const [last] = await db.select().from(submissions).where(isLatest)
    if (last && !mayHandIn(last.outcome)) throw new ProblemError('assignment_marked')
    await db.update(submissions).set({ isLatest: false }).where(isLatest)
    const made = await db
      .insert(submissions)
      .values({ id, ...of, text, fileId })
      .onConflictDoNothing()
      .returning({ id: submissions.id })
    // An id, or a file, that something else has.
    if (made.length === 0) throw new ProblemError('submission_exists')
    // What waits already was told of by the version before.
    if (last === undefined || last.outcome !== null)
      await tellOfHandedIn(deps, db, { id, ...of, text })
    return true
  })
  if (fileId === null) return
  if (!isFileTheirs) {
    await media.remove(submissionKey(fileId))
    throw new ProblemError('upload_not_found')
  }
  await removeUpload(await deps.openUploads(), fileId)
}

/** By an earlier call of the same. */
async function isHandedIn(
  db: Database,
  id: string,
  { learnerId, videoId }: { learnerId: string; videoId: string },
): Promise<boolean> {
  const isSame = and(
    eq(submissions.id, id),
    eq(submissions.learnerId, learnerId),
    eq(submissions.videoId, videoId),
  )
  return (await db.$count(submissions, isSame)) > 0
}
