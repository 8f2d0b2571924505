import { and, eq, gt, sql } from 'drizzle-orm'
import { changeEmail } from '../accounts/change-email.ts'
import { hasRightNow } from '../accounts/has-right-now.ts'
import { hashToken } from '../accounts/sessions.ts'
import { ProblemError } from '../http/problem.ts'
import type { QueueMail } from '../outside/mail/queue-mail.ts'
import type { Database } from '../platform/database/database.ts'
import { emailChangedMail } from './mail-templates.ts'
import { emailChanges } from './tables.ts'

/**
 * Gives the account its new address, for who opened the link mailed there, and tells the old one.
 * Resolves to the new address. Refused with `email_link_unusable`, also if who asked for it may not ask
 * any more, and with `email_taken`.
 */
export async function confirmEmail(
  deps: { db: Database; queueMail: QueueMail },
  token: string,
): Promise<string> {
  return deps.db.transaction(async (db) => {
    const isMeant = and(
      eq(emailChanges.tokenHash, hashToken(token)),
      gt(emailChanges.expiresAt, sql`now()`),
    )
    const [change] = await db.select().from(emailChanges).where(isMeant)
    if (!change) throw new ProblemError('email_link_unusable')
    // The account first and the link then, as who asks for one: they would wait for each other.
    const before = await changeEmail(db, change.userId, change.email)
    const used = await db.delete(emailChanges).where(isMeant).returning()
    if (used.length === 0 || !(await mayStillChange(db, { ...change, role: before.role }))) {
      throw new ProblemError('email_link_unusable')
    }
    const template = emailChangedMail({ name: before.name, newEmail: change.email })
    await deps.queueMail(db, { to: before.email, template })
    return change.email
  })
}

/** A learner may have become staff since: then an owner must have asked, or support could become one. */
async function mayStillChange(
  db: Database,
  { requestedBy, role }: { requestedBy: string | null; role: string | null },
): Promise<boolean> {
  if (requestedBy === null) return role === null
  return hasRightNow(db, requestedBy, role === null ? 'people' : 'staff')
}
