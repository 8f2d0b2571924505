import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { canonicalEmail } from './canonical-email.ts'
import { type Bucket, consumeAttempt, type Limits } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { hashPassword } from './passwords.ts'
import { type CodeDependencies, codeLifetimeInMinutes, mailCode } from './sign-up-codes.ts'
import { signUpAttempts } from './tables.ts'

export interface SignUpDependencies extends CodeDependencies {
  db: Database
  limits: Limits
}

interface SignUpInput {
  email: string
  name: string
  password: string
  /** The browser that asks: its sign-up of this address before is replaced, those of others stay. */
  deviceHash: Buffer
  network: string
  wantsNews: boolean
}

/**
 * Keeps a sign-up until the code that is mailed for it comes back. An address that has an account
 * gets a mail that says so, and the caller sees no difference.
 */
export async function signUp(deps: SignUpDependencies, input: SignUpInput): Promise<void> {
  const { email, name, deviceHash } = input
  await consumeAttempt([
    ...mailBuckets(deps.limits, input),
    deps.limits.signUpByNetwork(input.network),
  ])
  const passwordHash = await hashPassword(input.password)
  await deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    const values = {
      name,
      passwordHash,
      codeHash: await mailCode(deps, db, email),
      wantsNews: input.wantsNews,
      tries: 0,
      triesElsewhere: 0,
      expiresAt: sql`now() + make_interval(mins => ${codeLifetimeInMinutes})`,
    }
    await db
      .insert(signUpAttempts)
      .values({ id: newId(), email, deviceHash, ...values })
      .onConflictDoUpdate({
        target: [signUpAttempts.email, signUpAttempts.deviceHash],
        set: values,
      })
  })
}

/** The mails that sign-ups may send to an inbox, from one network and in all. */
export function mailBuckets(
  limits: Limits,
  { email, network }: Pick<SignUpInput, 'email' | 'network'>,
): Bucket[] {
  const inbox = canonicalEmail(email)
  return [limits.signUpMailByInboxAndNetwork(inbox, network), limits.signUpMailByInbox(inbox)]
}
