import { and, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'

/** Deletes mails after 90 days. Those with a cause must never be mailed twice, so they stay. */
export async function forgetOldMails(db: Database): Promise<void> {
  const isOld = lt(mails.queuedAt, sql`now() - interval '90 days'`)
  await db.delete(mails).where(and(isNull(mails.cause), isOld))
}
