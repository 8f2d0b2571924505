import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { hashToken } from '../sessions.ts'
import { signInChallenges } from '../tables.ts'

type ChallengeRow = typeof signInChallenges.$inferSelect
type Purpose = ChallengeRow['purpose']

const lifetimeInMinutes = 10
/** Wrong answers to one challenge. */
const triesAtMost = 10

/** Gives out 256 random bits that one answer may be made to, within ten minutes; only their hash is kept. */
export async function issueChallenge(
  db: Database,
  facts: { purpose: Purpose } & Partial<Pick<ChallengeRow, 'userId' | 'deviceHash' | 'pairHash'>>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(signInChallenges).values({
    ...facts,
    tokenHash: hashToken(token),
    expiresAt: sql`now() + make_interval(mins => ${lifetimeInMinutes})`,
  })
  return token
}

interface Answered {
  purpose: Purpose
  token: string
  /** Where it must have been given out: a browser, or to whom. */
  to: SQL | undefined
}

/** Counts a try at a challenge that is open. Refused with `challenge_unusable`. */
export async function countTry(db: Database, answered: Answered): Promise<ChallengeRow> {
  const [challenge] = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(and(isOpen(answered), lt(signInChallenges.tries, triesAtMost)))
    .returning()
  if (!challenge) throw new ProblemError('challenge_unusable')
  return challenge
}

/** Takes a challenge away: of all who answer it, one passes. Refused with `challenge_unusable`. */
export async function consumeChallenge(db: Database, answered: Answered): Promise<ChallengeRow> {
  const [challenge] = await db.delete(signInChallenges).where(isOpen(answered)).returning()
  if (!challenge) throw new ProblemError('challenge_unusable')
  return challenge
}

function isOpen({ purpose, token, to }: Answered) {
  const { tokenHash, purpose: kind, expiresAt } = signInChallenges
  return and(
    eq(tokenHash, hashToken(token)),
    eq(kind, purpose),
    gt(expiresAt, sql`now()`),
    to ?? sql`false`,
  )
}
