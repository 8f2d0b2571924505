import { boolean, customType, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Learners and administrators. */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  phone: text(),
  passwordHash: text('password_hash'),
  googleSubject: text('google_subject'),
  isAdmin: boolean('is_admin').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

export const pendingSignUps = pgTable('pending_sign_ups', {
  email: text().primaryKey(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  codeHash: bytea('code_hash'),
  attempts: integer().notNull().default(0),
  codeSentAt: instant('code_sent_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** Google's ID tokens and our nonces that have signed somebody in. */
export const usedGoogleTokens = pgTable('used_google_tokens', {
  hash: bytea().primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})

export const passwordResets = pgTable('password_resets', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
})
