import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'

export const mailsKeptForDays = 90

/** Deletes mails after that. Those with a cause must never be mailed twice, so they stay. */
export async function forgetOldMails(db: Database): Promise<void> {
  const isOld = lt(mails.queuedAt, sql`now() - make_interval(days => ${mailsKeptForDays})`)
  await db.delete(mails).where(and(isNull(mails.cause), isOld))
}
