import { and, desc, eq, isNull, lt, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { mails } from './tables.ts'
import { withdrawnReason } from './withdraw-campaigns.ts'

const { letterId, learnerId, mayHaveArrived, nextAttemptAt, sentAt } = mails

/** A mail that is being sent right now looks like one whose sending died: it is given this long. */
const isNotOnItsWay = lt(mails.queuedAt, sql`now() - interval '1 minute'`)

const isGivenUp = and(isNull(sentAt), isNull(nextAttemptAt))
const isWithdrawn = sql`coalesce(${mails.lastError} = ${withdrawnReason}, false)`
/** Of letters that nobody will send again: the mail server did not say yes to it. */
const isLost = and(isGivenUp, not(isWithdrawn), sql`(not ${mayHaveArrived} or ${isNotOnItsWay})`)

interface LostCounts {
  /** The mail server fell silent: they may have arrived. */
  unknown: number
  refused: number
  /** Taken back, as their readers said no meanwhile. */
  withdrawn: number
}

/** What became of those kept mails of a letter that nobody will send again. */
export async function countLostCampaigns(db: Database, letter: string): Promise<LostCounts> {
  const countOf = (condition: SQL | undefined) =>
    db.$count(mails, and(eq(letterId, letter), condition))
  return {
    unknown: await countOf(and(isLost, mayHaveArrived)),
    refused: await countOf(and(isLost, not(mayHaveArrived))),
    withdrawn: await countOf(and(isGivenUp, isWithdrawn)),
  }
}

/** For a larger statement: how many mails of a letter are unknown or refused. */
export function countLostOf(db: Database, letter: SQLWrapper) {
  return db.$count(mails, and(eq(letterId, letter), isLost))
}

const listedAtMost = 100

/** To whom those mails were that are unknown or refused, and why; the newest, at most a hundred. */
export async function listLostCampaigns(db: Database, letter: string) {
  return db
    .select({ learnerId, recipient: mails.recipient, reason: mails.lastError, mayHaveArrived })
    .from(mails)
    .where(and(eq(letterId, letter), isLost))
    .orderBy(desc(mails.queuedAt), desc(mails.id))
    .limit(listedAtMost)
}
