import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { newId } from '../../../../platform/database/new-id.ts'
import { blockAccount } from '../../../accounts/server/block-account.ts'
import { users } from '../../../accounts/server/tables.ts'
import { erasures } from '../tables.ts'
import { type ErasureNote, type NotePlaces, readNotes } from './erasure-notes.ts'
import { eraseOnce, type RunDependencies } from './run-erasures.ts'

type ReplayDependencies = Pick<RunDependencies, 'db' | 'media' | 'brand'>

const triesAtMost = 20

/**
 * Carries out once more the erasures whose people this database still knows, as after a restore from a backup
 * that was made before. Before the academy opens; whatever is open with their money settles afterwards.
 * One that is under way here waits for its mail and money as before: its job goes on with it.
 * Resolves to how many accounts were erased.
 */
export async function replayErasures(
  deps: ReplayDependencies,
  places: NotePlaces,
): Promise<number> {
  let count = 0
  for (const note of await readNotes(places)) {
    if (await isUnderWay(deps, note)) continue
    const known = await deps.db
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, note.learner_ids), isNull(users.erasedAt)))
    for (const { id } of known) await eraseAgain(deps, note, id)
    count += known.length
  }
  return count
}

async function isUnderWay({ db }: ReplayDependencies, { id }: ErasureNote): Promise<boolean> {
  const { toldAt, anonymisedAt, attempts } = erasures
  const isStill = and(isNotNull(toldAt), isNull(anonymisedAt), gt(attempts, 0))
  return (await db.$count(erasures, and(eq(erasures.id, id), isStill))) > 0
}

async function eraseAgain(
  deps: ReplayDependencies,
  { id, learner_ids: [first], requested_at, due_at, keeps_certificates }: ErasureNote,
  learnerId: string,
): Promise<void> {
  const now = sql`clock_timestamp()`
  const begun = {
    requestedAt: requested_at,
    dueAt: due_at,
    keepsCertificates: keeps_certificates,
    tokenHash: null,
    nextAttemptAt: sql`clock_timestamp() + interval '10 minutes'`,
    attempts: 0, // not by its job: cut short here, it is begun anew here
    waitsFor: null,
    toldAt: now,
    notedAt: now,
    anonymisedAt: null,
    finishedAt: null,
  }
  const erasure = await deps.db.transaction(async (db) => {
    await blockAccount(db, learnerId, 'Is being erased.')
    const [row] = await db
      .insert(erasures)
      .values({ id: learnerId === first ? id : newId(), learnerId, ...begun })
      .onConflictDoUpdate({ target: erasures.learnerId, set: begun })
      .returning()
    return row
  })
  if (!erasure) throw new Error('An erasure was not kept')
  for (let tries = 1; tries <= triesAtMost; tries += 1) {
    const changed = await eraseOnce(deps, erasure, { waitsForMoney: false })
    if (changed === null) continue
    await deps.db
      .update(erasures)
      .set({ changed, anonymisedAt: now })
      .where(eq(erasures.id, erasure.id))
    return
  }
  throw new Error(`Could not erase ${learnerId} again: its rows are locked by somebody`)
}
