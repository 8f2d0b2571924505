import { sql } from 'drizzle-orm'
import { bigint, customType, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../../../http/rights.ts'
import { instant } from '../../../platform/database/columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Invitations to the staff that nobody has accepted yet. */
export const staffInvitations = pgTable('staff_invitations', {
  email: text().primaryKey(),
  id: uuid().notNull(),
  role: text({ enum: roles }).notNull(),
  tokenHash: bytea('token_hash').notNull(),
  invitedBy: uuid('invited_by').notNull(),
  invitedAt: instant('invited_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/**
 * Acts of staff, with who and what as they were then. Append-only: the database refuses the rest.
 * Triggers: audit_log_append_only, audit_log_never_emptied (staff).
 */
export const auditLog = pgTable('audit_log', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull().default(sql`clock_timestamp()`),
  actorId: uuid('actor_id').notNull(),
  actorName: text('actor_name').notNull(),
  /** Null: no staff, and refused. */
  actorRole: text('actor_role'),
  /** The call, e.g. `DELETE /admin/courses/:id`. */
  act: text().notNull(),
  summary: text().notNull(),
  subjectKind: text('subject_kind'),
  subjectId: text('subject_id'),
  before: jsonb(),
  after: jsonb(),
  reason: text(),
  ip: text().notNull(),
  outcome: text({ enum: ['done', 'failed', 'refused'] }).notNull(),
  problem: text(),
  /** All that a search looks at, in lower case. */
  searched: text().notNull(),
})
