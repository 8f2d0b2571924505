import { sql } from 'drizzle-orm'
import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
