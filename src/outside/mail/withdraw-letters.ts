import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { MailList } from './mail-lists.ts'
import { mails } from './tables.ts'

const isWaiting = and(isNotNull(mails.list), isNull(mails.sentAt), isNotNull(mails.nextAttemptAt))

/** Letters of these lists that are not on their way yet never go: their reader has said no. */
export async function withdrawLetters(
  db: Database,
  recipient: string,
  lists: readonly MailList[],
): Promise<void> {
  await db
    .update(mails)
    .set({ nextAttemptAt: null, lastError: 'The reader has unsubscribed meanwhile.' })
    .where(and(isWaiting, eq(mails.recipient, recipient), inArray(mails.list, [...lists])))
}

/** Letters that the mail server has not taken yet; no more than `atMost` are counted. */
export async function countWaitingLetters(db: Database, atMost: number): Promise<number> {
  const some = db.select({ one: sql`1` }).from(mails).where(isWaiting).limit(atMost).as('some')
  return db.$count(some)
}
