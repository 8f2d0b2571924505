import { sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

/**
 * Grants and revocations, each with its cause. Append-only.
 * Triggers: access_ledger_append_only (access).
 */
export const accessLedger = pgTable('access_ledger', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  learnerId: uuid('learner_id').notNull(),
  courseId: text('course_id').notNull(),
  change: text({ enum: ['grant', 'revocation'] }).notNull(),
  causeKind: text('cause_kind', { enum: ['payment', 'gift'] }).notNull(),
  causeId: text('cause_id').notNull(),
  reason: text().notNull(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
})

/**
 * Who may watch what now: the ledger's sum.
 * Triggers: entitlements_emptied_told, entitlements_told (access); entitlements_counted (analytics);
 * entitlements_stand (learners); entitlements_openings_noted (reminders).
 */
export const entitlements = pgTable(
  'entitlements',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    since: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)
