import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { checkoutReminders, letterRecipients, letters } from './tables.ts'

/**
 * Who was mailed as either account was mailed: no letter goes to one person twice, and nobody is reminded
 * of a course twice. Inside the transaction that joins.
 */
export async function joinCampaigns(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const { learnerId, letterId } = letterRecipients
  const both = await db
    .select()
    .from(letterRecipients)
    .where(inArray(learnerId, [fromId, intoId]))
  const own = new Map(
    both.flatMap((row) => (row.learnerId === intoId ? [[row.letterId, row]] : [])),
  )
  const others = both.filter((row) => row.learnerId === fromId)
  await db.delete(letterRecipients).where(eq(learnerId, fromId))
  for (const other of others) {
    const mine = own.get(other.letterId)
    if (!mine) {
      await db.insert(letterRecipients).values({ ...other, learnerId: intoId })
      continue
    }
    const isWaiting = mine.state === 'waiting' || other.state === 'waiting'
    if (!isWaiting) continue
    // Both were meant: one of the two is left out.
    await db
      .update(letters)
      .set({ leftOut: sql`${letters.leftOut} + 1` })
      .where(eq(letters.id, other.letterId))
    if (mine.state !== 'waiting' || other.state === 'waiting') continue
    const { state, doneAt } = other
    await db
      .update(letterRecipients)
      .set({ state, doneAt })
      .where(and(eq(letterId, other.letterId), eq(learnerId, intoId)))
  }
  const reminded = await db
    .delete(checkoutReminders)
    .where(eq(checkoutReminders.learnerId, fromId))
    .returning()
  if (reminded.length === 0) return
  await db
    .insert(checkoutReminders)
    .values(reminded.map((one) => ({ ...one, learnerId: intoId })))
    .onConflictDoNothing()
}
