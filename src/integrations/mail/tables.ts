import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import { mailLists } from '../../shared/mail-lists.ts'

/** What goes before what. */
export const priorities = {
  /** Somebody waits for it at a screen: a code, a link. */
  urgent: 0,
  normal: 1,
  /** To many people. */
  letter: 2,
}

/** Mails queued and sent. In the sandbox this is the outbox itself. */
export const mails = pgTable('mails', {
  id: uuid().primaryKey(),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  /** Names what is rendered and attached when the mail is sent, e.g. `receipt:<payment id>`. */
  attachment: text(),
  cause: text(),
  queuedAt: instant('queued_at').notNull().default(sql`clock_timestamp()`),
  sentAt: instant('sent_at'),
  /** See `priorities`: the smaller goes first. */
  priority: smallint().notNull().default(priorities.normal),
  /** How often it was claimed. Each claim is known by its number. */
  attempts: integer().notNull().default(0),
  /** How often the mail server said no to this mail, or took it without a word. */
  refusals: integer().notNull().default(0),
  /** While it is being sent: when the claim ends. Null: it is never tried again. */
  nextAttemptAt: instant('next_attempt_at'),
  lastError: text('last_error'),
  /** Set: a letter to many people, which is sent at most once. */
  list: text({ enum: mailLists }),
  /** Of letters: where their reader says no to more of them. */
  unsubscribeUrl: text('unsubscribe_url'),
  /** Of letters: whose consent is asked once more when it goes; null: nobody's. */
  learnerId: uuid('learner_id'),
  /** Which letter of the office it is; null: of none. */
  letterId: uuid('letter_id'),
  /** Of letters that nobody will send again: whether the mail server has it is not known. */
  mayHaveArrived: boolean('may_have_arrived').notNull().default(false),
})
