import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const now = sql`clock_timestamp()`

/** What people take of their data with them; the ZIP lies in the media store. */
export const dataExports = pgTable('data_exports', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  requestedAt: instant('requested_at').notNull().default(now),
  /** While it is being made: when the claim ends. Null: it is ready. */
  dueAt: instant('due_at').default(now),
  attempts: integer().notNull().default(0),
  /** This and the next two: null until it is ready. */
  sizeInBytes: bigint('size_in_bytes', { mode: 'number' }),
  sha256: text(),
  /** When the file goes. */
  expiresAt: instant('expires_at'),
})

/**
 * People who asked to be forgotten, and those who were: without a name.
 *
 * Triggers: erasures_asked_now, erasures_kept (privacy).
 */
export const erasures = pgTable('erasures', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  requestedAt: instant('requested_at').notNull().default(now),
  /** Until then it can be taken back: at least seven days. */
  dueAt: instant('due_at').notNull(),
  keepsCertificates: boolean('keeps_certificates').notNull(),
  /** Of the link that takes it back. Null: it can not be taken back any more. */
  tokenHash: bytea('token_hash'),
  /** Null: it is done. */
  nextAttemptAt: instant('next_attempt_at'),
  attempts: integer().notNull().default(0),
  /** Null: for nothing. */
  waitsFor: text('waits_for', { enum: ['payment', 'refund', 'dispute', 'staff', 'child'] }),
  /** When the last mail was queued, the note outside of the database written, the rows cleared. */
  toldAt: instant('told_at'),
  notedAt: instant('noted_at'),
  anonymisedAt: instant('anonymised_at'),
  finishedAt: instant('finished_at'),
  /** How many rows of which table. */
  changed: jsonb().$type<Record<string, number>>(),
})

/** Codes mailed to people without a password, who ask to be forgotten. */
export const erasureCodes = pgTable('erasure_codes', {
  learnerId: uuid('learner_id').primaryKey(),
  codeHash: bytea('code_hash').notNull(),
  tries: integer().notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

export type ErasureRow = typeof erasures.$inferSelect
