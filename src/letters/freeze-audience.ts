import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { listAudience } from './audience.ts'
import { letterRecipients, letters } from './tables.ts'

/** Rows written in one transaction: a kill loses no more than these, and they are found again. */
const writtenAtOnce = 5_000

/** What is due begins: it cannot be cancelled any more, and who joins later is not meant. */
export async function beginDueLetters(db: Database): Promise<void> {
  await db
    .update(letters)
    .set({ state: 'sending', begunAt: sql`clock_timestamp()` })
    .where(and(eq(letters.state, 'scheduled'), lte(letters.sendAt, sql`now()`)))
}

/** Writes down who gets a letter that has begun, from one learner to the next. False: nothing to do. */
export async function freezeSome(outer: Database): Promise<boolean> {
  return outer.transaction(async (db) => {
    const [letter] = await db
      .select()
      .from(letters)
      .where(and(eq(letters.state, 'sending'), isNull(letters.frozenAt)))
      .orderBy(asc(letters.begunAt))
      .limit(1)
      .for('update', { skipLocked: true })
    if (!letter) return false
    const ids = await listAudience(db, letter, { after: letter.frozenTo, limit: writtenAtOnce })
    if (ids.length > 0) {
      const rows = ids.map((learnerId) => ({ letterId: letter.id, learnerId }))
      await db.insert(letterRecipients).values(rows)
    }
    const isAll = ids.length < writtenAtOnce
    await db
      .update(letters)
      .set({
        people: sql`${letters.people} + ${ids.length}`,
        frozenTo: ids.at(-1) ?? letter.frozenTo,
        frozenAt: isAll ? sql`clock_timestamp()` : null,
      })
      .where(eq(letters.id, letter.id))
    return true
  })
}
