import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { type MailTemplate, renderMail, type Sender } from './render-mail.ts'
import { mails } from './tables.ts'

export interface Mail {
  to: string
  template: MailTemplate
  /** Names what is rendered and attached when the mail is sent, e.g. `receipt:<payment id>`. */
  attachment?: string
  /** What this mail is about, when that must be mailed once only. */
  cause?: string
}

/** Puts a mail into the queue, inside the caller's transaction: it is sent if that commits. */
export type QueueMail = (db: Database, mail: Mail) => Promise<void>

interface QueueOptions {
  sender: Sender
  /** The sandbox keeps mails in the outbox: they count as sent at once. */
  outbox: boolean
}

export function createMailQueue({ sender, outbox }: QueueOptions): QueueMail {
  return async (db, mail) => {
    const { text, html } = renderMail(mail.template, sender)
    const now = sql`clock_timestamp()`
    await db
      .insert(mails)
      .values({
        id: randomUUID(),
        recipient: mail.to,
        subject: mail.template.subject,
        text,
        html,
        attachment: mail.attachment ?? null,
        cause: mail.cause ?? null,
        queuedAt: now,
        sentAt: outbox ? now : null,
        nextAttemptAt: outbox ? null : now,
      })
      .onConflictDoNothing({ target: mails.cause })
  }
}
