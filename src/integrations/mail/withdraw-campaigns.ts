import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { MailList } from '../../shared/mail-lists.ts'
import { mails } from './tables.ts'

const isWaiting = and(isNotNull(mails.list), isNull(mails.sentAt), isNotNull(mails.nextAttemptAt))

export const withdrawnReason = 'The reader has unsubscribed meanwhile.'

/** Letters of these lists that are not on their way yet never go: their reader has said no. */
export async function withdrawCampaigns(
  db: Database,
  learnerId: string,
  lists: readonly MailList[],
): Promise<void> {
  await db
    .update(mails)
    .set({ nextAttemptAt: null, lastError: withdrawnReason })
    .where(and(isWaiting, eq(mails.learnerId, learnerId), inArray(mails.list, [...lists])))
}

/**
 * Letters that the mail server was not asked to take yet; no more than `atMost` are counted. One that it
 * wants later holds up nobody.
 */
export async function countWaitingCampaigns(db: Database, atMost: number): Promise<number> {
  const isUntold = and(isWaiting, eq(mails.refusals, 0))
  const some = db.select({ one: sql`1` }).from(mails).where(isUntold).limit(atMost).as('some')
  return db.$count(some)
}
