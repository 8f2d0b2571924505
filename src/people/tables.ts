import { sql } from 'drizzle-orm'
import { boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Looks of support at an account, as its owner is told of them. */
export const supportViews = pgTable('support_views', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  viewerId: uuid('viewer_id').notNull(),
  reason: text().notNull(),
  startedAt: instant('started_at').notNull().default(sql`clock_timestamp()`),
  expiresAt: instant('expires_at').notNull(),
})

/** Addresses that support entered, until somebody opens the link that was mailed there. */
export const emailChanges = pgTable('email_changes', {
  userId: uuid('user_id').primaryKey(),
  email: text().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  /** The member of staff. Null: asked before this was kept. */
  requestedBy: uuid('requested_by'),
  requestedAt: instant('requested_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** How each learner stands, kept by triggers for the lists that look for few among all. */
export const learnerStandings = pgTable('learner_standings', {
  learnerId: uuid('learner_id').primaryKey(),
  /** When the account was opened. */
  createdAt: instant('created_at').notNull(),
  hasNeverStarted: boolean('has_never_started').notNull().default(false),
  /** Has a course that was begun and is not completed. */
  hasUnfinished: boolean('has_unfinished').notNull().default(false),
  /** At most an hour before the truth. Null: never. */
  playedAt: instant('played_at'),
})
