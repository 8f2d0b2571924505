import { eq, sql } from 'drizzle-orm'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { MailFrequency } from '../mail-frequency.ts'
import { discussionMails, discussionNotices } from './tables.ts'

export async function readFrequency(
  db: Database,
  { learnerId, role }: CurrentUser,
): Promise<MailFrequency> {
  const [said] = await db
    .select()
    .from(discussionMails)
    .where(eq(discussionMails.learnerId, learnerId))
  return said?.frequency ?? (role === null ? 'at_once' : 'daily')
}

/** Whoever wants none does not get what waits either. */
export async function saveFrequency(
  outer: Database,
  learnerId: string,
  frequency: MailFrequency,
): Promise<void> {
  const saidAt = sql`clock_timestamp()`
  await outer.transaction(async (db) => {
    await db
      .insert(discussionMails)
      .values({ learnerId, frequency, saidAt })
      .onConflictDoUpdate({ target: discussionMails.learnerId, set: { frequency, saidAt } })
    if (frequency === 'never') {
      await db.delete(discussionNotices).where(eq(discussionNotices.learnerId, learnerId))
    }
  })
}
