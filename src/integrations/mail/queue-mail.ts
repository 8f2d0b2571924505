import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { runInLanguage } from '../../platform/languages/run-in-language.ts'
import { type ReadingLanguage, readingLanguage } from '../../shared/i18n/language.ts'
import type { MailList } from '../../shared/mail-lists.ts'
import { type MailTemplate, renderMail, type Sender } from './render-mail.ts'
import { mails, priorities } from './tables.ts'

export interface Mail {
  to: string
  /** Made in the language of who gets it; one that stands already is as it was written. */
  template: MailTemplate | (() => MailTemplate)
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

/** No address ends so (RFC 2606), but that of an account that was erased. */
const nobodys = '.invalid'

/** Where mails to an account go, and in which language; undefined: English. */
export interface MailReader {
  email: string
  language: ReadingLanguage | undefined
}

interface QueueOptions {
  sender: Sender
  /** The sandbox keeps mails in the outbox: they count as sent at once. Read for each mail. */
  outbox: boolean
  /** By address, who reads the mails of people with an account; all others are written to in the language of now. */
  findReaders?: (
    db: Database,
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, MailReader>>
  /** The academy's own look for what was rendered in the one that comes with it. */
  findDress?: (db: Database) => Promise<(html: string) => string>
}

export function createMailQueue(options: QueueOptions): QueueMail {
  const { sender, findReaders, findDress } = options
  return async (db, given) => {
    const asked = [given].flat()
    const readers = await findReaders?.(
      db,
      asked.map(({ to }) => to),
    )
    const addressOf = ({ to }: Mail): string => readers?.get(to)?.email ?? to
    const all = asked.filter((mail) => !addressOf(mail).endsWith(nobodys))
    const dress = await findDress?.(db)
    const describe = (mail: Mail) => {
      const row = describeMail({ ...mail, to: addressOf(mail) }, sender, options.outbox)
      return dress ? { ...row, html: dress(row.html) } : row
    }
    const rows = all.map((mail) => {
      if (typeof mail.template !== 'function') {
        return runInLanguage(undefined, () => describe(mail))
      }
      const reader = readers?.get(mail.to)
      const language = reader ? reader.language : readingLanguage()
      return runInLanguage(language, () => describe(mail))
    })
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
  const made = typeof mail.template === 'function' ? mail.template() : mail.template
  const template = { ...made, ...(unsubscribeUrl !== null && { unsubscribeUrl }) }
  const now = sql`clock_timestamp()`
  return {
    id: randomUUID(),
    recipient: mail.to,
    subject: made.subject,
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
