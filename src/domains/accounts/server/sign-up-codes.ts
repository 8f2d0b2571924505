import { createHmac, randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isSignedBy, type RotatingKey } from '../../../platform/secrets.ts'
import type { Brand } from '../../../platform/settings.ts'
import { accountExistsMail, verificationMail } from './mail-templates.ts'
import { signUpAttempts, users } from './tables.ts'

export interface CodeDependencies {
  queueMail: QueueMail
  codeKey: RotatingKey
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
}

export const codeLifetimeInMinutes = 15

/**
 * Mails a fresh code for a sign-up and resolves to its hash. An address that has an account gets a
 * mail that says so, and no code: null. The address must be locked.
 */
export async function mailCode(
  deps: CodeDependencies,
  db: Database,
  email: string,
): Promise<Buffer | null> {
  const { name: brandName } = deps.brand
  if (await hasAccount(db, email)) {
    const template = () => accountExistsMail({ brandName, publicUrl: deps.publicUrl() })
    await deps.queueMail(db, { to: email, template, isUrgent: true })
    return null
  }
  const { code, codeHash } = await makeCode(deps, db, email)
  const template = () => verificationMail({ code, brandName })
  await deps.queueMail(db, { to: email, template, isUrgent: true })
  return codeHash
}

/** Keyed, so that a leaked table cannot be searched for its million possible codes. */
export function hashCode(codeKey: string, email: string, code: string): Buffer {
  return createHmac('sha256', codeKey).update(`${email}\n${code}`).digest()
}

/** A code that no other sign-up of the address has: it must tell them apart. */
async function makeCode(
  { codeKey }: CodeDependencies,
  db: Database,
  email: string,
): Promise<{ code: string; codeHash: Buffer }> {
  const rows = await db
    .select({ codeHash: signUpAttempts.codeHash })
    .from(signUpAttempts)
    .where(eq(signUpAttempts.email, email))
  for (;;) {
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const sign = (key: string) => hashCode(key, email, code)
    const isTaken = rows.some((row) => row.codeHash && isSignedBy(codeKey, row.codeHash, sign))
    if (!isTaken) return { code, codeHash: sign(codeKey.current) }
  }
}

async function hasAccount(db: Database, email: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return rows.length > 0
}
