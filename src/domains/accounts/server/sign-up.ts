import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { canonicalEmail } from './canonical-email.ts'
import { type Bucket, consumeAttempt, type Limits } from './limits.ts'
import { lockAddress } from './lock-address.ts'
import { hashPassword, isSamePassword } from './passwords.ts'
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
  /** The browser that asks: its sign-up of this address before is replaced. */
  deviceHash: Buffer
  network: string
  wantsNews: boolean
}

/**
 * Keeps a sign-up until the code that is mailed for it comes back. An address that has an account
 * gets a mail that says so, and the caller sees no difference. The same password shows the same person
 * in a browser that keeps no cookies: that sign-up is replaced, too. Those of others stay.
 */
export async function signUp(deps: SignUpDependencies, input: SignUpInput): Promise<void> {
  const { email, name, deviceHash } = input
  await consumeAttempt([
    ...mailBuckets(deps.limits, input),
    deps.limits.signUpByNetwork(input.network),
  ])
  const passwordHash = await hashPassword(input.password)
  const replaced = await findSamePersons(deps.db, input)
  await deps.db.transaction(async (db) => {
    await lockAddress(db, email)
    if (replaced.length > 0) {
      await lockSignUps(db, email)
      await db.delete(signUpAttempts).where(inArray(signUpAttempts.id, replaced))
    }
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

/** Of the newest two of other browsers, as each costs a hash. */
async function findSamePersons(
  db: Database,
  { email, deviceHash, password }: SignUpInput,
): Promise<string[]> {
  const attempts = await db
    .select({ id: signUpAttempts.id, passwordHash: signUpAttempts.passwordHash })
    .from(signUpAttempts)
    .where(
      and(
        eq(signUpAttempts.email, email),
        ne(signUpAttempts.deviceHash, deviceHash),
        gt(signUpAttempts.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(signUpAttempts.expiresAt))
    .limit(2)
  const found: string[] = []
  for (const { id, passwordHash } of attempts) {
    if (await isSamePassword(passwordHash, password)) found.push(id)
  }
  return found
}

/** All of an address, in the one order in which tries lock them. */
export async function lockSignUps(db: Database, email: string): Promise<void> {
  await db
    .select({ id: signUpAttempts.id })
    .from(signUpAttempts)
    .where(eq(signUpAttempts.email, email))
    .orderBy(asc(signUpAttempts.id))
    .for('update')
}

/** The mails that sign-ups may send to an inbox, from one network and in all. */
export function mailBuckets(
  limits: Limits,
  { email, network }: Pick<SignUpInput, 'email' | 'network'>,
): Bucket[] {
  const inbox = canonicalEmail(email)
  return [limits.signUpMailByInboxAndNetwork(inbox, network), limits.signUpMailByInbox(inbox)]
}
