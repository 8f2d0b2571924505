import { and, eq, gt, sql } from 'drizzle-orm'
import { changeEmail } from '../accounts/change-email.ts'
import { hashToken } from '../accounts/sessions.ts'
import { ProblemError } from '../http/problem.ts'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database/database.ts'
import { emailChangedMail } from './mail-templates.ts'
import { emailChanges } from './tables.ts'

/**
 * Gives the account its new address, for who opened the link mailed there, and tells the old one.
 * Resolves to the new address. Refused with `email_link_unusable` and `email_taken`.
 */
export async function confirmEmail(
  deps: { db: Database; queueMail: QueueMail },
  token: string,
): Promise<string> {
  return deps.db.transaction(async (db) => {
    const [change] = await db
      .delete(emailChanges)
      .where(
        and(eq(emailChanges.tokenHash, hashToken(token)), gt(emailChanges.expiresAt, sql`now()`)),
      )
      .returning()
    if (!change) throw new ProblemError('email_link_unusable')
    const before = await changeEmail(db, change.userId, change.email)
    const template = emailChangedMail({ name: before.name, newEmail: change.email })
    await deps.queueMail(db, { to: before.email, template })
    return change.email
  })
}
