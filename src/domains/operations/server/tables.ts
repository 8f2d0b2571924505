import { sql } from 'drizzle-orm'
import { bigint, boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { checkStates } from '../check-states.ts'
import { firstRunStates } from '../first-run.ts'

const now = sql`clock_timestamp()`

/** Backups in the store of BACKUP_URL that were read again there. */
export const backups = pgTable('backups', {
  key: text().primaryKey(),
  madeAt: instant('made_at').notNull(),
  sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
  isEncrypted: boolean('is_encrypted').notNull(),
  verifiedAt: instant('verified_at').notNull().default(now),
})

/** One row: what the clock did last. */
export const backupSchedule = pgTable('backup_schedule', {
  id: boolean().primaryKey().default(true),
  since: instant('since').notNull().default(now),
  askedAt: instant('asked_at'),
  startedAt: instant('started_at'),
  /** When a backup was last brought back whole into a database made for that. */
  restoredAt: instant('restored_at'),
  restoreStartedAt: instant('restore_started_at'),
  /** In the store, or on its way there, and not read again yet. */
  unreadKey: text('unread_key'),
  failure: text(),
  restoreFailure: text('restore_failure'),
})

/** What a test of the checklist found. */
export const checklistResults = pgTable('checklist_results', {
  item: text().primaryKey(),
  subject: text().notNull(),
  state: text({ enum: checkStates }).notNull(),
  sentence: text().notNull(),
  /** Null: under test for the first time. */
  checkedAt: instant('checked_at'),
  startedAt: instant('started_at').notNull().default(now),
})

/**
 * One row: what the owner says of the academy and the environment does not.
 * Triggers: office_settings_emptied_told, office_settings_told (operations).
 */
export const officeSettings = pgTable('office_settings', {
  id: boolean().primaryKey().default(true),
  grievanceOfficerName: text('grievance_officer_name').notNull(),
  grievanceOfficerEmail: text('grievance_officer_email').notNull(),
  grievanceOfficerPhone: text('grievance_officer_phone').notNull(),
  updatedAt: instant('updated_at').notNull().default(now),
})

/** One row: whether owners are led through what a new academy needs. */
export const firstRun = pgTable('first_run', {
  id: boolean().primaryKey().default(true),
  state: text({ enum: firstRunStates }).notNull(),
})

/** What browsers say that the pages' content security policy stopped, each thing once. */
export const cspViolations = pgTable(
  'csp_violations',
  {
    directive: text().notNull(),
    /** An origin, a scheme, or a word such as `inline`. */
    blocked: text().notNull(),
    /** The first part of the address. */
    page: text().notNull(),
    reports: bigint({ mode: 'number' }).notNull().default(1),
    firstSeenAt: instant('first_seen_at').notNull().default(now),
    lastSeenAt: instant('last_seen_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.directive, table.blocked, table.page] })],
)
