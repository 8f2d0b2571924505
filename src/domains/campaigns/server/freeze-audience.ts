import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { limitLockWaits } from '../../../platform/database/limit-lock-waits.ts'
import { spareTheRest } from '../../../platform/database/spare-the-rest.ts'
import { users } from '../../accounts/server/tables.ts'
import { listAudience } from './audience.ts'
import { letterRecipients, letters } from './tables.ts'

/** Rows written in one transaction: a kill loses no more than these, and they are found again. */
const writtenAtOnce = 5_000

/** What is due begins: it cannot be cancelled any more, and who joins later is not meant. */
export async function beginDueCampaigns(db: Database): Promise<void> {
  await db
    .update(letters)
    .set({ state: 'sending', begunAt: sql`clock_timestamp()` })
    .where(and(eq(letters.state, 'scheduled'), lte(letters.sendAt, sql`now()`)))
}

/**
 * Writes down who gets the letters that have begun. What cannot be written down is told and comes later:
 * neither another letter nor another reader waits for it.
 */
export async function freezeCampaigns(
  db: Database,
  onFailure: (error: unknown) => void,
  stopping?: AbortSignal,
): Promise<void> {
  const isOpen = or(isNull(letters.frozenAt), ne(letters.putOff, []))
  const open = await db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.state, 'sending'), isOpen))
    .orderBy(asc(letters.begunAt))
  for (const { id } of open) {
    try {
      while (!stopping?.aborted && (await freezeSome(db, id)));
      if (stopping?.aborted) return
      await freezePutOff(db, id)
    } catch (error) {
      onFailure(error)
    }
  }
}

/** From one learner to the next. False: nothing (more) to do, or another process does it. */
async function freezeSome(outer: Database, id: string): Promise<boolean> {
  return outer.transaction(async (db) => {
    const [letter] = await db
      .select()
      .from(letters)
      .where(and(eq(letters.id, id), isNull(letters.frozenAt)))
      .for('update', { skipLocked: true })
    if (!letter) return false
    const ids = await listAudience(db, letter, { after: letter.frozenTo, limit: writtenAtOnce })
    const isAll = ids.length < writtenAtOnce
    const { written, putOff } = await writeDown(db, id, ids)
    await db
      .update(letters)
      .set({
        people: sql`${letters.people} + ${written}::int`,
        putOff: [...letter.putOff, ...putOff],
        frozenTo: ids.at(-1) ?? letter.frozenTo,
        frozenAt: isAll ? sql`clock_timestamp()` : null,
      })
      .where(eq(letters.id, id))
    return true
  })
}

/** Those who are still there, once nothing keeps them any more. */
async function freezePutOff(outer: Database, id: string): Promise<void> {
  await outer.transaction(async (db) => {
    const [letter] = await db
      .select()
      .from(letters)
      .where(and(eq(letters.id, id), ne(letters.putOff, [])))
      .for('update', { skipLocked: true })
    if (!letter) return
    const there = await db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, letter.putOff))
    const ids = there.map((one) => one.id)
    const { written, putOff } = await writeDown(db, id, ids)
    await db
      .update(letters)
      .set({ people: sql`${letters.people} + ${written}::int`, putOff })
      .where(eq(letters.id, id))
  })
}

/**
 * Resolves to how many were, and to those who could not be, whose row somebody holds for instance. Who stands there
 * already, by a former account that was joined into theirs, is counted.
 */
async function writeDown(
  db: Database,
  letterId: string,
  ids: string[],
): Promise<{ written: number; putOff: string[] }> {
  await limitLockWaits(db, 200)
  let written = 0
  const left = await spareTheRest(db, ids, async (db, some) => {
    const made = await db
      .insert(letterRecipients)
      .values(some.map((learnerId) => ({ letterId, learnerId })))
      .onConflictDoNothing()
    written += made.rowCount ?? 0
  })
  return { written, putOff: left.map(({ item }) => item) }
}
