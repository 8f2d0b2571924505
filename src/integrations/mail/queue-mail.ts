import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import type { MailList } from '../../shared/mail-lists.ts'
import { type MailTemplate, renderMail, type Sender } from './render-mail.ts'
import { mails, priorities } from './tables.ts'

export interface Mail {
  to: string
  template: MailTemplate
  /** Names what is rendered and attached when the mail is sent, e.g. `receipt:<payment id>`. */
  attachment?: string
  /** What this mail is about, when that must be mailed once only. */
  cause?: string
  /** Somebody waits for it at a screen: it goes before all others. */
  isUrgent?: boolean
  /** Makes it a letter to many people. */
  letter?: {
    list: MailList
    unsubscribeUrl: string
    /** Who must still agree when it goes; left out: nobody, as they have just asked for it. */
    learnerId?: string
    /** Of the office's letter; left out: of none. */
    id?: string
  }
}

/** Puts one mail or several into the queue, inside the caller's transaction: sent if that commits. */
export type QueueMail = (db: Database, mail: Mail | readonly Mail[]) => Promise<void>

interface QueueOptions {
  sender: Sender
  /** The sandbox keeps mails in the outbox: they count as sent at once. */
  outbox: boolean
}

export function createMailQueue({ sender, outbox }: QueueOptions): QueueMail {
  return async (db, given) => {
    const rows = [given].flat().map((mail) => describeMail(mail, sender, outbox))
    if (rows.length > 0)
      await db.insert(mails).values(rows).onConflictDoNothing({ target: mails.cause })
  }
}

function describeMail(mail: Mail, sender: Sender, outbox: boolean) {
  const {
    unsubscribeUrl = null,
    list = null,
    learnerId = null,
    id: letterId = null,
  } = mail.letter ?? {}
  const priority = mail.isUrgent ? priorities.urgent : priorities.normal
  const template = { ...mail.template, ...(unsubscribeUrl !== null && { unsubscribeUrl }) }
  const now = sql`clock_timestamp()`
  return {
    id: randomUUID(),
    recipient: mail.to,
    subject: mail.template.subject,
    ...renderMail(template, sender),
    attachment: mail.attachment ?? null,
    cause: mail.cause ?? null,
    queuedAt: now,
    sentAt: outbox ? now : null,
    nextAttemptAt: outbox ? null : now,
    priority: list === null ? priority : priorities.letter,
    list,
    unsubscribeUrl,
    learnerId,
    letterId,
  }
}
