import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Brand } from '../../../platform/settings.ts'
import { isAddressTaken } from '../../accounts/server/change-email.ts'
import { hashToken } from '../../accounts/server/sessions.ts'
import { confirmEmailMail, emailLinkLifetimeInHours, oldAddressMail } from './mail-templates.ts'
import type { LearnerRow } from './require-learner.ts'
import { emailChanges } from './tables.ts'

export interface EmailChangeDependencies {
  queueMail: QueueMail
  brand: Pick<Brand, 'name'>
  publicUrl: () => string
}

/**
 * Mails a link to the new address of an account, and asks the old one whether it is meant; nothing
 * changes before both have had their say, and links mailed before become useless. Inside a transaction
 * that has locked the account. False: the same was asked for within the last minute. Refused with
 * `email_taken`, and with `not_in_child_accounts` for a child.
 */
export async function requestEmailChange(
  deps: EmailChangeDependencies,
  db: Database,
  { person, email, by }: { person: LearnerRow; email: string; by: string },
): Promise<boolean> {
  if (person.parentId !== null) throw new ProblemError('not_in_child_accounts')
  const isOwnWish = by === person.id
  // Of others staff may know it; who asks for themselves hears of it from the link in that mail alone.
  if (!isOwnWish && (await isAddressTaken(db, email))) throw new ProblemError('email_taken')
  const [token, oldToken] = [newToken(), newToken()]
  const values = {
    email,
    requestedBy: by,
    tokenHash: hashToken(token),
    oldTokenHash: hashToken(oldToken),
    confirmedAt: null,
    agreedAt: null,
    requestedAt: sql`now()`,
    expiresAt: sql`now() + make_interval(hours => ${emailLinkLifetimeInHours})`,
  }
  const asked = await db
    .insert(emailChanges)
    .values({ userId: person.id, ...values })
    .onConflictDoUpdate({
      target: emailChanges.userId,
      set: values,
      setWhere: sql`${emailChanges.email} <> excluded.email
        or ${emailChanges.requestedBy} is distinct from excluded.requested_by
        or ${emailChanges.requestedAt} < now() - interval '1 minute'`,
    })
    .returning({ userId: emailChanges.userId })
  if (asked.length === 0) return false
  const facts = { brandName: deps.brand.name, publicUrl: deps.publicUrl() }
  await deps.queueMail(db, [
    { to: email, template: () => confirmEmailMail({ ...facts, token }), isUrgent: true },
    {
      to: person.email,
      template: () =>
        oldAddressMail({
          ...facts,
          token: oldToken,
          name: person.name,
          newEmail: email,
          isOwnWish,
        }),
      isUrgent: true,
    },
  ])
  return true
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
