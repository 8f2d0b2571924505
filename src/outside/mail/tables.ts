import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
  queuedAt: timestamp('queued_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }),
  lastError: text('last_error'),
})
