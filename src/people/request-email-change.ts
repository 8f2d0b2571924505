import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isAddressTaken } from '../accounts/change-email.ts'
import { hashToken } from '../accounts/sessions.ts'
import { ProblemError } from '../http/problem.ts'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database/database.ts'
import { confirmEmailMail, emailLinkLifetimeInHours } from './mail-templates.ts'
import { emailChanges } from './tables.ts'

export interface EmailChangeDependencies {
  queueMail: QueueMail
  brandName: string
  publicUrl: () => string
}

/**
 * Mails a link to the new address of an account; nothing changes before it is opened, and a link
 * mailed before becomes useless. Inside a transaction that has locked the account. False: the same was
 * asked for within the last minute. Refused with `email_taken`.
 */
export async function requestEmailChange(
  deps: EmailChangeDependencies,
  db: Database,
  { userId, email, by }: { userId: string; email: string; by: string },
): Promise<boolean> {
  if (await isAddressTaken(db, email)) throw new ProblemError('email_taken')
  const token = randomBytes(32).toString('base64url')
  const values = {
    email,
    requestedBy: by,
    tokenHash: hashToken(token),
    requestedAt: sql`now()`,
    expiresAt: sql`now() + make_interval(hours => ${emailLinkLifetimeInHours})`,
  }
  const asked = await db
    .insert(emailChanges)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: emailChanges.userId,
      set: values,
      setWhere: sql`${emailChanges.email} <> excluded.email
        or ${emailChanges.requestedBy} is distinct from excluded.requested_by
        or ${emailChanges.requestedAt} < now() - interval '1 minute'`,
    })
    .returning({ userId: emailChanges.userId })
  if (asked.length === 0) return false
  const template = confirmEmailMail({
    brandName: deps.brandName,
    token,
    publicUrl: deps.publicUrl(),
  })
  await deps.queueMail(db, { to: email, template, isUrgent: true })
  return true
}
