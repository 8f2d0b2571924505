import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { letterLists } from '../../../shared/mail-lists.ts'
import { audiences, campaignStates } from '../campaign-labels.ts'

const now = sql`clock_timestamp()`

/** Announcements to many people. */
export const letters = pgTable('letters', {
  id: uuid().primaryKey(),
  list: text({ enum: letterLists }).notNull(),
  subject: text().notNull(),
  /** Markdown. */
  body: text().notNull(),
  audience: text({ enum: audiences }).notNull(),
  /** Null: everybody. */
  courseId: text('course_id'),
  /** Counts what was saved. */
  revision: integer().notNull().default(1),
  state: text({ enum: campaignStates }).notNull().default('draft'),
  /** Null: a draft. */
  sendAt: instant('send_at'),
  createdAt: instant('created_at').notNull().default(now),
  begunAt: instant('begun_at'),
  /** Up to which learner the audience is written down. */
  frozenTo: uuid('frozen_to'),
  /** Null: the audience is not wholly written down yet. */
  frozenAt: instant('frozen_at'),
  /** Behind whom it went on: they are written down later. */
  putOff: uuid('put_off').array().notNull().default(sql`'{}'`),
  finishedAt: instant('finished_at'),
  people: integer().notNull().default(0),
  mailed: integer().notNull().default(0),
  leftOut: integer('left_out').notNull().default(0),
})

/** The audience of a letter as it was when the letter began to go out, and who was mailed. */
export const letterRecipients = pgTable(
  'letter_recipients',
  {
    letterId: uuid('letter_id').notNull(),
    learnerId: uuid('learner_id').notNull(),
    state: text({ enum: ['waiting', 'mailed', 'left_out'] })
      .notNull()
      .default('waiting'),
    doneAt: instant('done_at'),
  },
  (table) => [primaryKey({ columns: [table.letterId, table.learnerId] })],
)

/** One row. */
export const letterSettings = pgTable('letter_settings', {
  id: boolean().primaryKey().default(true),
  lettersAMinute: integer('letters_a_minute').notNull().default(60),
  areRemindersOn: boolean('are_reminders_on').notNull().default(false),
})

/** Who was reminded of which course that they had left at the checkout. */
export const checkoutReminders = pgTable(
  'checkout_reminders',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    orderId: uuid('order_id').notNull(),
    mailedAt: instant('mailed_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)

export type CampaignRow = typeof letters.$inferSelect
