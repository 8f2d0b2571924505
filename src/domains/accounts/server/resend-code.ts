import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { consumeAttempt } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { mailBuckets, type SignUpDependencies } from './sign-up.ts'
import { codeLifetimeInMinutes, mailCode } from './sign-up-codes.ts'
import { signUpAttempts } from './tables.ts'

interface ResendInput {
  email: string
  /** Null: a caller without cookies, who is answered if the address has only one sign-up. */
  deviceHash: Buffer | null
  network: string
}

/**
 * Mails a fresh code for the sign-up of this browser; the last one is void, and its name and password
 * stay. Refused with `sign_up_not_found` in a browser that has none; a caller without cookies hears nothing.
 */
export async function resendCode(deps: SignUpDependencies, input: ResendInput): Promise<void> {
  const { email, deviceHash } = input
  const device = deviceHash?.toString('base64') ?? ''
  await consumeAttempt([deps.limits.resendByAttempt(email, device)])
  const attempt = await findAttempt(deps.db, input)
  if (!attempt) {
    if (deviceHash) throw new ProblemError('sign_up_not_found')
    return
  }
  await consumeAttempt(mailBuckets(deps.limits, input))
  await deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    const [present] = await db
      .select({ name: signUpAttempts.name })
      .from(signUpAttempts)
      .where(eq(signUpAttempts.id, attempt.id))
      .for('update')
    if (!present) return // replaced meanwhile
    await db
      .update(signUpAttempts)
      .set({
        codeHash: await mailCode(deps, db, email),
        tries: 0,
        triesElsewhere: 0,
        expiresAt: sql`now() + make_interval(mins => ${codeLifetimeInMinutes})`,
      })
      .where(eq(signUpAttempts.id, attempt.id))
  })
}

/**
 * The sign-up that a fresh code is for. Of several that are open nobody can tell which one a caller
 * without cookies means: the code could end up with the wrong person.
 */
async function findAttempt(
  db: Database,
  { email, deviceHash }: ResendInput,
): Promise<{ id: string } | undefined> {
  const attempts = await db
    .select({
      id: signUpAttempts.id,
      deviceHash: signUpAttempts.deviceHash,
      isOpen: sql<boolean>`${signUpAttempts.expiresAt} > now()`,
    })
    .from(signUpAttempts)
    .where(eq(signUpAttempts.email, email))
  if (deviceHash) return attempts.find((attempt) => attempt.deviceHash?.equals(deviceHash))
  const open = attempts.filter(({ isOpen }) => isOpen)
  const candidates = open.length > 0 ? open : attempts
  return candidates.length === 1 ? candidates[0] : undefined
}
