import { and, eq, isNull, lt, not, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'

/** A mail that is being sent right now looks like one whose sending died: it is given this long. */
const isNotOnItsWay = lt(mails.queuedAt, sql`now() - interval '1 minute'`)

/**
 * Of the kept mails of a letter, those that nobody will send again and that the mail server did not say
 * yes to: `unknown`, where it fell silent and they may have arrived, and `refused`, where they did not.
 */
export async function countLostLetters(
  db: Database,
  letterId: string,
): Promise<{ unknown: number; refused: number }> {
  const { mayHaveArrived, nextAttemptAt, sentAt } = mails
  const isGivenUp = and(eq(mails.letterId, letterId), isNull(sentAt), isNull(nextAttemptAt))
  const unknown = await db.$count(mails, and(isGivenUp, mayHaveArrived, isNotOnItsWay))
  const refused = await db.$count(mails, and(isGivenUp, not(mayHaveArrived)))
  return { unknown, refused }
}
