import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { findAccount } from '../find-user.ts'
import { signInChallenges, type users } from '../tables.ts'
import type { AlertDependencies } from './alerts.ts'
import { consumeChallenge, countTry, issueChallenge } from './challenges.ts'
import { tellRecoveryCodeUsed } from './step-up.ts'
import { type CodeDependencies, hasApp, withCode } from './use-code.ts'

type UserRow = typeof users.$inferSelect

/**
 * Refuses whoever has an app with `second_step_needed` and a challenge, which one code in this browser may
 * answer, while the person has the address, password and Google account that they have now.
 */
export async function requireSecondStep(
  db: Database,
  user: UserRow,
  deviceHash: Buffer,
): Promise<void> {
  if (!user.hasSecondStep || !(await hasApp(db, user.id))) return
  const facts = { userId: user.id, deviceHash, pairHash: hashPair(user) }
  const challenge = await issueChallenge(db, { purpose: 'second_step', ...facts })
  throw new ProblemError('second_step_needed', { members: { challenge } })
}

interface SecondStep<Session> {
  challenge: string
  code: string
  /** Null: a caller without cookies, who was asked nothing. */
  deviceHash: Buffer | null
  /** Opens a session, in the transaction that uses up challenge and code. */
  enter: (db: Database, user: UserRow) => Promise<Session>
}

/** Lets in who answers a challenge by a code. Refused with `challenge_unusable`, `second_code_wrong`. */
export async function passSecondStep<Session>(
  deps: CodeDependencies & AlertDependencies,
  { challenge: token, code, deviceHash, enter }: SecondStep<Session>,
): Promise<Session> {
  const to = deviceHash ? eq(signInChallenges.deviceHash, deviceHash) : undefined
  const answered = { purpose: 'second_step', token, to } as const
  const { userId, pairHash } = await countTry(deps.db, answered)
  if (userId === null) throw new ProblemError('challenge_unusable')
  return withCode(deps, { userId, code, deviceHash }, async (db, isRecovery) => {
    await consumeChallenge(db, { ...answered, to: and(to, eq(signInChallenges.userId, userId)) })
    const user = await findAccount(db, userId)
    if (!pairHash?.equals(hashPair(user))) throw new ProblemError('challenge_unusable')
    if (isRecovery) await tellRecoveryCodeUsed(deps, db, userId)
    return enter(db, user)
  })
}

function hashPair({ email, passwordHash, googleSubject }: UserRow): Buffer {
  return hash('sha256', JSON.stringify([email, passwordHash, googleSubject]), 'buffer')
}
