import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, like, ne, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { lockUntilCommit } from '../../platform/database/lock-until-commit.ts'
import { mails } from './tables.ts'

/** What an office shows of a mail: never what it says, which may be a code. */
export interface MailSummary {
  id: string
  subject: string
  queuedAt: Date
  sentAt: Date | null
  lastError: string | null
  /** To many people: sent again it would come to somebody who said no since. */
  isLetter: boolean
}

const listedAtMost = 50

/** False: it was mailed so long ago that only its cause is kept. */
const isWhole = ne(mails.html, '')

/** The mails to an address that are still kept, newest first. */
export async function listMailsTo(db: Database, recipient: string): Promise<MailSummary[]> {
  const { id, subject, queuedAt, sentAt, lastError, list } = mails
  return db
    .select({
      id,
      subject,
      queuedAt,
      sentAt,
      lastError,
      isLetter: sql<boolean>`${list} is not null`,
    })
    .from(mails)
    .where(and(eq(mails.recipient, recipient), isWhole))
    .orderBy(desc(queuedAt))
    .limit(listedAtMost)
}

/** A second press of the button within this time is the same wish. */
const isMeantOnce = gt(mails.queuedAt, sql`now() - interval '1 minute'`)

/**
 * Puts a mail to an address into the queue once more, as it was. Inside a transaction. Resolves to its
 * subject; null if there is no such mail to this address any more, or it is a letter.
 */
export async function resendMail(
  db: Database,
  { id, recipient, outbox }: { id: string; recipient: string; outbox: boolean },
): Promise<string | null> {
  await lockUntilCommit(db, 'resend', id)
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), eq(mails.recipient, recipient), isNull(mails.list), isWhole))
  if (!mail) return null
  const again = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.recipient, recipient), like(mails.cause, `resend:${id}:%`), isMeantOnce))
    .limit(1)
  if (again.length > 0) return mail.subject
  const now = sql`clock_timestamp()`
  const newMailId = randomUUID()
  await db.insert(mails).values({
    id: newMailId,
    recipient,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachment: mail.attachment,
    priority: mail.priority,
    cause: `resend:${id}:${newMailId}`,
    queuedAt: now,
    sentAt: outbox ? now : null,
    nextAttemptAt: outbox ? null : now,
  })
  return mail.subject
}
