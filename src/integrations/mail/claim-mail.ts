import { and, asc, eq, isNull, lte, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { ClaimedMail, Failure } from './mail-transport.ts'
import { mails } from './tables.ts'
import { withdrawnReason } from './withdraw-campaigns.ts'

const isUnsent = isNull(mails.sentAt)
const isLetter = sql`${mails.list} is not null`

/** For a larger statement: this person still agrees to mails of that list. */
export type IsWanted = (list: SQLWrapper, learnerId: SQLWrapper) => SQL | undefined

interface Claim {
  /** See `priorities`. */
  mostPriority: number
  lastsInMs: number
  isWanted: IsWanted
}

/**
 * Takes the next mail that is due, the smallest priority first and the oldest of these, so that nobody
 * else does before the claim ends. The same statement asks for its reader's consent: a letter that is not
 * wanted any more is taken out of the queue, and told as such. Null: there is nothing to send.
 */
export async function claimMail(
  db: Database,
  { mostPriority, lastsInMs, isWanted }: Claim,
): Promise<{ mail: ClaimedMail; isWithdrawn: boolean } | null> {
  const isDue = and(isUnsent, lte(mails.nextAttemptAt, sql`now()`))
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isDue, lte(mails.priority, mostPriority)))
    .orderBy(asc(mails.priority), asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const isGoing = sql`(${mails.learnerId} is null or ${isWanted(mails.list, mails.learnerId)})`
  const [mail] = await db
    .update(mails)
    .set({
      attempts: sql`${mails.attempts} + 1`,
      nextAttemptAt: sql`case when not ${isLetter} then ${endOf(lastsInMs)} end`,
      mayHaveArrived: sql`${isLetter} and ${isGoing}`,
      lastError: sql`case when not ${isLetter} then ${mails.lastError}
        when ${isGoing} then 'The process that was sending it ended: it may have arrived.'
        else ${withdrawnReason} end`,
    })
    .where(eq(mails.id, sql`(${next})`))
    .returning()
  return mail ? { mail, isWithdrawn: mail.list !== null && !mail.mayHaveArrived } : null
}

function endOf(lastsInMs: number): SQL {
  return sql`clock_timestamp() + ${lastsInMs} * interval '1 millisecond'`
}

/** Lets claims go on while their mails are being sent. Resolves to those that still hold. */
export async function renewClaims(
  db: Database,
  claimed: readonly ClaimedMail[],
  lastsInMs: number,
): Promise<string[]> {
  const claims = claimed.map(({ id, attempts }) => sql`(${id}::uuid, ${attempts}::integer)`)
  if (claims.length === 0) return []
  const isClaimed = sql`(${mails.id}, ${mails.attempts}) in (${sql.join(claims, sql`, `)})`
  const renewed = await db
    .update(mails)
    .set({ nextAttemptAt: endOf(lastsInMs) })
    .where(and(isClaimed, isUnsent, not(isLetter)))
    .returning({ id: mails.id })
  return renewed.map(({ id }) => id)
}

/** Still ours: nobody has claimed it since, as somebody may if this process stood still. */
function isClaimOf({ id, attempts }: ClaimedMail) {
  return and(eq(mails.id, id), eq(mails.attempts, attempts))
}

/** Also if the claim was lost: it was sent. */
export async function markSent(db: Database, { id }: ClaimedMail): Promise<void> {
  await db
    .update(mails)
    .set({
      sentAt: sql`clock_timestamp()`,
      nextAttemptAt: null,
      lastError: null,
      mayHaveArrived: false,
    })
    .where(eq(mails.id, id))
}

const refusalsBeforeGivingUp = 12

/**
 * Writes down why a mail was not sent, and when it is tried again. What is said of this mail alone has
 * doubling pauses (one minute up to six hours) and an end; a server that takes none is asked again soon,
 * and for as long as it takes.
 */
export async function markFailed(
  db: Database,
  mail: ClaimedMail,
  { failure, reason }: { failure: Failure; reason: string },
): Promise<void> {
  const mayHaveArrived = mail.list !== null && failure === 'unknown'
  const refusals = mail.refusals + (failure === 'unavailable' ? 0 : 1)
  const pauseInSeconds =
    failure === 'unavailable'
      ? Math.min(30 * mail.attempts, 600)
      : Math.min(60 * 2 ** (refusals - 1), 21_600)
  const isOver = failure === 'refused' || refusals >= refusalsBeforeGivingUp || mayHaveArrived
  await db
    .update(mails)
    .set({
      lastError: reason.slice(0, 500),
      mayHaveArrived,
      refusals,
      nextAttemptAt: isOver
        ? null
        : sql`clock_timestamp() + make_interval(secs => ${pauseInSeconds})`,
    })
    .where(and(isClaimOf(mail), isUnsent))
}
