import {
  bigint,
  boolean,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { roles } from '../../../http/rights.ts'
import { instant } from '../../../platform/database/columns.ts'
import { mailLists } from '../../../shared/mail-lists.ts'
import { consentSources } from '../consent-sources.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Learners and administrators.
 * Triggers: users_blocked_told, users_role_kept, users_role_told (accounts); users_change_counted,
 * users_counted (analytics); users_change_stands, users_stand (learners).
 */
export const users = pgTable('users', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  name: text().notNull(),
  phone: text(),
  passwordHash: text('password_hash'),
  googleSubject: text('google_subject'),
  /** Follows `role`; for the version before roles. */
  isAdmin: boolean('is_admin').notNull().default(false),
  /** Null: no staff. */
  role: text({ enum: roles }),
  /** Set: cannot sign in, and no session holds. */
  blockedAt: instant('blocked_at'),
  /** Null exactly while not blocked. */
  blockedReason: text('blocked_reason'),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** The code of the language they read; null: English, or they have not said. */
  language: text(),
  /** Set: the account of a child, whom this person has consented for; never of staff or Google's. */
  parentId: uuid('parent_id'),
})

/** Triggers: sessions_emptied_told, sessions_ended_told, sessions_shortened_told (accounts). */
export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
  /** As the browser names itself. Null: not told, or from before it was kept. */
  device: text(),
  /** To the hour. */
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  /** The member of staff who looks at the account by this session, which reads only; null: its owner. */
  viewerId: uuid('viewer_id'),
})

/** What each browser that signs up an address typed, until its mailed code comes back. */
export const signUpAttempts = pgTable('sign_up_attempts', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** Null: from before devices were told apart. */
  deviceHash: bytea('device_hash'),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Null when the address has an account. */
  codeHash: bytea('code_hash'),
  /** Wrong codes typed in the browser that asked, since the code was mailed. */
  tries: integer().notNull().default(0),
  triesElsewhere: integer('tries_elsewhere').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
  /** Ticked the box for news. */
  wantsNews: boolean('wants_news').notNull().default(false),
})

/** Took no more sign-ups when `sign_up_attempts` came; what is left in it runs out. */
export const pendingSignUps = pgTable('pending_sign_ups', {
  email: text().primaryKey(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  codeHash: bytea('code_hash'),
  attempts: integer().notNull().default(0),
  codeSentAt: instant('code_sent_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** Browsers in which a person has proved who they are. */
export const knownDevices = pgTable('known_devices', {
  userId: uuid('user_id').notNull(),
  deviceHash: bytea('device_hash').notNull(),
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
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

/** Counters that rate-limiter-flexible writes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  /** In milliseconds since 1970; null: never. */
  expire: bigint({ mode: 'number' }),
})

const saidOfMails = {
  learnerId: uuid('learner_id').notNull(),
  list: text({ enum: mailLists }).notNull(),
  isGiven: boolean('is_given').notNull(),
  saidAt: instant('said_at').notNull(),
  source: text({ enum: consentSources }).notNull(),
}

/** What somebody last said about a list of mails. No row: they never said anything. */
export const mailConsents = pgTable('mail_consents', saidOfMails, (table) => [
  primaryKey({ columns: [table.learnerId, table.list] }),
])

/**
 * All that was ever said. Append-only.
 * Triggers: mail_consent_events_append_only (accounts).
 */
export const mailConsentEvents = pgTable('mail_consent_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...saidOfMails,
})
