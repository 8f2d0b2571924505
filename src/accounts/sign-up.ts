import { createHmac, randomInt } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database.ts'
import { accountExistsLetter, verificationLetter } from './letters.ts'
import { hashPassword } from './passwords.ts'
import { pendingSignUps, users } from './tables.ts'

export interface SignUpDependencies {
  db: Database
  queueMail: QueueMail
  codeKey: string
  brandName: string
  publicUrl: () => string
}

const codeLifetimeInMinutes = 15

/**
 * Keeps a sign-up until its mailed code comes back; a repeated one replaces name, password and code.
 * An address that has an account gets a mail that says so, and the caller sees no difference.
 */
export async function signUp(
  deps: SignUpDependencies,
  input: { email: string; name: string; password: string },
): Promise<void> {
  const passwordHash = await hashPassword(input.password)
  await deps.db.transaction(async (db) => {
    const code = (await hasAccount(db, input.email)) ? null : newCode()
    const values = {
      name: input.name,
      passwordHash,
      codeHash: code === null ? null : hashCode(deps.codeKey, input.email, code),
      attempts: 0,
      codeSentAt: sql`now()`,
      expiresAt: sql`now() + make_interval(mins => ${codeLifetimeInMinutes})`,
    }
    await db
      .insert(pendingSignUps)
      .values({ email: input.email, ...values })
      .onConflictDoUpdate({ target: pendingSignUps.email, set: values })
    await mailCode(deps, db, { email: input.email, name: input.name, code })
  })
}

/** Mails a fresh code for a pending sign-up. An address without one gets nothing, silently. */
export async function resendCode(deps: SignUpDependencies, email: string): Promise<void> {
  await deps.db.transaction(async (db) => {
    const [pending] = await db
      .select()
      .from(pendingSignUps)
      .where(eq(pendingSignUps.email, email))
      .for('update')
    if (!pending) return
    const code = (await hasAccount(db, email)) ? null : newCode()
    await db
      .update(pendingSignUps)
      .set({
        codeHash: code === null ? null : hashCode(deps.codeKey, email, code),
        attempts: 0,
        codeSentAt: sql`now()`,
        expiresAt: sql`now() + make_interval(mins => ${codeLifetimeInMinutes})`,
      })
      .where(eq(pendingSignUps.email, email))
    await mailCode(deps, db, { email, name: pending.name, code })
  })
}

async function mailCode(
  deps: SignUpDependencies,
  db: Database,
  to: { email: string; name: string; code: string | null },
): Promise<void> {
  const letter =
    to.code === null
      ? accountExistsLetter({ brandName: deps.brandName, publicUrl: deps.publicUrl() })
      : verificationLetter({ code: to.code, brandName: deps.brandName })
  await deps.queueMail(db, { to: to.email, letter })
}

async function hasAccount(db: Database, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return rows.length > 0
}

function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0')
}

/** Keyed, so that a leaked table cannot be searched for its million possible codes. */
export function hashCode(codeKey: string, email: string, code: string): Buffer {
  return createHmac('sha256', codeKey).update(`${email}\n${code}`).digest()
}
