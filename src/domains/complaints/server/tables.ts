import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import {
  complaintEventKinds,
  complaintOutcomes,
  complaintStates,
  complaintSubjects,
} from '../complaint.ts'

/** The numbers of a year in India; its row is locked until what took one commits. */
export const complaintSeries = pgTable('complaint_series', {
  year: integer().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const complaints = pgTable('complaints', {
  id: uuid().primaryKey(),
  year: integer().notNull(),
  number: integer().notNull(),
  /** Null: filed by a visitor, who has shown nothing but an address. */
  learnerId: uuid('learner_id'),
  name: text().notNull(),
  email: text().notNull(),
  /** The code of the language they read; null: English. */
  language: text(),
  subject: text({ enum: complaintSubjects }).notNull(),
  orderId: uuid('order_id'),
  state: text({ enum: complaintStates }).notNull().default('open'),
  /** Null exactly while it is not closed. */
  outcome: text({ enum: complaintOutcomes }),
  assignedTo: uuid('assigned_to'),
  /** Counts what happened to it. */
  revision: integer().notNull().default(1),
  filedAt: instant('filed_at').notNull().defaultNow(),
  /** A day in India. */
  dueOn: date('due_on').notNull(),
  closedAt: instant('closed_at'),
})

/** All that happened to a complaint, in order. */
export const complaintEvents = pgTable('complaint_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  complaintId: uuid('complaint_id').notNull(),
  kind: text({ enum: complaintEventKinds }).notNull(),
  /** Null: who complains. */
  staffId: uuid('staff_id'),
  words: text().notNull().default(''),
  happenedAt: instant('happened_at').notNull().defaultNow(),
})

export type ComplaintRow = typeof complaints.$inferSelect
