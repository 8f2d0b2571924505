import { sql } from 'drizzle-orm'
import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Looks of support at an account, as its owner is told of them. */
export const supportViews = pgTable('support_views', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  viewerId: uuid('viewer_id').notNull(),
  reason: text().notNull(),
  startedAt: instant('started_at').notNull().default(sql`clock_timestamp()`),
  expiresAt: instant('expires_at').notNull(),
})

/** Addresses that support entered, until both the new and the old one have had their say. */
export const emailChanges = pgTable('email_changes', {
  userId: uuid('user_id').primaryKey(),
  email: text().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  /** The member of staff. Null: asked before this was kept. */
  requestedBy: uuid('requested_by'),
  requestedAt: instant('requested_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  /** The link in the new address's mail was opened. */
  confirmedAt: instant('confirmed_at'),
  /** The old address said yes. */
  agreedAt: instant('agreed_at'),
  /** Of the links in the old address's mail. Null: asked before there were any. */
  oldTokenHash: bytea('old_token_hash'),
})

/** Joins of two accounts that somebody asked for, until the codes mailed to both addresses come back. */
export const joinRequests = pgTable('join_requests', {
  /** Whose account stays. */
  learnerId: uuid('learner_id').primaryKey(),
  /** Of the account that is to go, if there is one. */
  email: text().notNull(),
  codeHash: bytea('code_hash').notNull(),
  otherCodeHash: bytea('other_code_hash').notNull(),
  tries: integer().notNull().default(0),
  requestedAt: instant('requested_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** Accounts that are gone, and whose they are now. */
export const joinedAccounts = pgTable('joined_accounts', {
  /** No account has it any more. */
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  email: text().notNull(),
  name: text().notNull(),
  joinedAt: instant('joined_at').notNull().default(sql`clock_timestamp()`),
})

/** How somebody stands in a course that they have; kept by triggers (docs/decisions/0069). */
export const courseStandings = pgTable(
  'course_standings',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    isBegun: boolean('is_begun').notNull(),
    isCompleted: boolean('is_completed').notNull(),
    /** Never after the truth, and as a rule within an hour of it. Null: never. */
    playedAt: instant('played_at'),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)

/** How each learner stands, for the lists that look for few among all; kept by triggers. */
export const learnerStandings = pgTable('learner_standings', {
  learnerId: uuid('learner_id').primaryKey(),
  /** When the account was opened. */
  createdAt: instant('created_at').notNull(),
  hasNeverStarted: boolean('has_never_started').notNull().default(false),
  /** Has a course that was begun and is not completed. */
  hasUnfinished: boolean('has_unfinished').notNull().default(false),
  /** As that of a course, of all courses. */
  playedAt: instant('played_at'),
})
