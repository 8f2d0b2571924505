import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { consentsTo } from '../accounts/mail-consents.ts'
import { users } from '../accounts/tables.ts'
import { countWaitingLetters } from '../outside/mail/withdraw-letters.ts'
import type { Database } from '../platform/database/database.ts'
import { type LetterDependencies, unsubscribeUrlOf } from './dependencies.ts'
import { letterMail } from './mail-templates.ts'
import { type LetterRow, letterRecipients, letterSettings, letters } from './tables.ts'

const { letterId, learnerId, state, doneAt } = letterRecipients
const isWaiting = eq(state, 'waiting')

/**
 * Queues the next few letters, as many as the minute has room for. One transaction with what says that
 * they are queued: whatever is killed, nobody's letter is queued twice, and none is forgotten. Resolves
 * to how many people were dealt with.
 */
export async function queueSome(deps: LetterDependencies): Promise<number> {
  return deps.db.transaction(async (db) => {
    // One process at a time, so that the minute is counted once.
    const [settings] = await db.select().from(letterSettings).for('update', { skipLocked: true })
    if (!settings) return 0
    const room = await countRoom(db, settings.lettersAMinute)
    if (room === 0) return 0
    const letter = await takeLetter(db)
    if (!letter) return 0
    const ids = await listWaiting(db, letter, room)
    const readers = await listReaders(db, letter, ids)
    const mails = readers.map(({ id, email, name }) => ({
      to: email,
      template: letterMail({ ...letter, learnerName: name }),
      letter: { id: letter.id, list: letter.list, unsubscribeUrl: unsubscribeUrlOf(deps, id) },
    }))
    await deps.queueMail(db, mails)
    await markDone(db, letter, ids, new Set(readers.map(({ id }) => id)))
    return ids.length
  })
}

/** How many letters may be queued now: those of the last minute count, and so do those not taken yet. */
async function countRoom(db: Database, lettersAMinute: number): Promise<number> {
  const isOfThisMinute = and(eq(state, 'mailed'), gt(doneAt, sql`now() - interval '1 minute'`))
  const mailed = await db.$count(letterRecipients, isOfThisMinute)
  const waiting = await countWaitingLetters(db, lettersAMinute)
  const left = lettersAMinute - Math.max(mailed, waiting)
  // A twelfth at a time: a mail server likes a stream better than a wave.
  return Math.max(0, Math.min(left, Math.ceil(lettersAMinute / 12)))
}

/** The one with the fewest people left: a short letter does not wait for days behind a long one. */
async function takeLetter(db: Database): Promise<LetterRow | undefined> {
  const { people, mailed, leftOut } = letters
  const [letter] = await db
    .select()
    .from(letters)
    .where(and(eq(letters.state, 'sending'), isNotNull(letters.frozenAt)))
    .orderBy(sql`${people} - ${mailed} - ${leftOut}`, asc(letters.begunAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return letter
}

async function listWaiting(db: Database, letter: LetterRow, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: learnerId })
    .from(letterRecipients)
    .where(and(eq(letterId, letter.id), isWaiting))
    .orderBy(asc(learnerId))
    .limit(limit)
    .for('update')
  return rows.map(({ id }) => id)
}

/**
 * Those of them who may have it at this moment. They are locked first: whoever says no at the same
 * time is heard before this question, or takes back what is queued after it.
 */
async function listReaders(db: Database, letter: LetterRow, ids: string[]) {
  const { id, email, name } = users
  await db.select({ id }).from(users).where(inArray(id, ids)).orderBy(asc(id)).for('share')
  return db
    .select({ id, email, name })
    .from(users)
    .where(and(inArray(id, ids), consentsTo(letter.list, id), isNull(users.blockedAt)))
}

async function markDone(
  db: Database,
  letter: LetterRow,
  ids: string[],
  mailedIds: ReadonlySet<string>,
): Promise<void> {
  const mark = async (which: string[], done: 'mailed' | 'left_out') =>
    which.length > 0 &&
    db
      .update(letterRecipients)
      .set({ state: done, doneAt: sql`clock_timestamp()` })
      .where(and(eq(letterId, letter.id), inArray(learnerId, which)))
  const leftOut = ids.filter((id) => !mailedIds.has(id))
  await mark([...mailedIds], 'mailed')
  await mark(leftOut, 'left_out')
  const left = db
    .select({ learnerId })
    .from(letterRecipients)
    .where(and(eq(letterId, letter.id), isWaiting))
  await db
    .update(letters)
    .set({
      mailed: sql`${letters.mailed} + ${mailedIds.size}`,
      leftOut: sql`${letters.leftOut} + ${leftOut.length}`,
    })
    .where(eq(letters.id, letter.id))
  await db
    .update(letters)
    .set({ state: 'sent', finishedAt: sql`clock_timestamp()` })
    .where(and(eq(letters.id, letter.id), not(exists(left))))
}
