import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { QueueMail } from '../../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { Brand } from '../../../../platform/settings.ts'
import { findUser } from '../find-user.ts'
import { hashToken } from '../sessions.ts'
import { accountAlerts } from '../tables.ts'
import { type AccountEvent, accountEventMail } from './mail-templates.ts'

export interface AlertDependencies {
  queueMail: QueueMail
  publicUrl: () => string
  brand: Pick<Brand, 'name'>
}

const lifetimeInDays = 7

/**
 * Mails the owner of an account what happened to it, with a link by which they say that it was not them.
 * Inside the transaction of the change.
 */
export async function alertOwner(
  { queueMail, publicUrl }: Pick<AlertDependencies, 'queueMail' | 'publicUrl'>,
  db: Database,
  userId: string,
  event: AccountEvent,
  detail = '',
): Promise<void> {
  const person = await findUser(db, userId)
  if (!person) return
  const facts = { name: person.name, detail, token: await makeAlert(db, userId) }
  const template = () => accountEventMail(event, { ...facts, publicUrl: publicUrl() })
  await queueMail(db, { to: person.email, template })
}

/** The token of a link that is good once, for a week. */
export async function makeAlert(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(accountAlerts).values({
    tokenHash: hashToken(token),
    userId,
    expiresAt: sql`now() + make_interval(days => ${lifetimeInDays})`,
  })
  return token
}
