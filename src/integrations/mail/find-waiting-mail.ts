import { and, asc, gt, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'

/**
 * Why the mail that is tried soonest has not gone out for an hour, while no other has either; null: none
 * waits so long, or it is this one alone.
 */
export async function findWaitingMail(db: Database): Promise<string | null> {
  const other = alias(mails, 'other')
  const anHourAgo = sql`now() - interval '1 hour'`
  const sentLately = db
    .select({ id: other.id })
    .from(other)
    .where(and(gt(other.queuedAt, anHourAgo), isNotNull(other.sentAt)))
  const [waiting] = await db
    .select({ lastError: mails.lastError })
    .from(mails)
    .where(
      and(
        isNull(mails.sentAt),
        isNotNull(mails.nextAttemptAt),
        isNotNull(mails.lastError),
        lt(mails.queuedAt, anHourAgo),
        notExists(sentLately),
      ),
    )
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
  return waiting?.lastError ?? null
}

/** How many mails are still to go. */
export function countWaitingMails(db: Database): Promise<number> {
  return db.$count(mails, and(isNull(mails.sentAt), isNotNull(mails.nextAttemptAt)))
}
