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
import { consentPurposes } from '../../../shared/mail-lists.ts'
import { consentSources } from '../consent-sources.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * Learners and administrators.
 * Triggers: users_blocked_told, users_role_kept, users_role_told (accounts); users_change_counted,
 * users_counted (analytics); users_change_stands, users_secured_forget_email_change, users_stand (learners).
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
  /** Set exactly while they are staff: their time to set up a second step runs from here. */
  staffSince: instant('staff_since'),
  /** Follows `authenticator_apps` and `passkeys`. */
  hasSecondStep: boolean('has_second_step').notNull().default(false),
  /** Set: nobody logs in until a new password is chosen by a mailed link. */
  lockedAt: instant('locked_at'),
  /** When they added the Google account to it; null: signed up with it, or has none. */
  googleAddedAt: instant('google_added_at'),
  /** Set: forgotten; nobody any more (docs/decisions/0110). */
  erasedAt: instant('erased_at'),
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
  /** When a passkey or a code was first shown in it; null: never. */
  secondStepAt: instant('second_step_at'),
  /** When its person last showed that it is them; null: never since the log-in. */
  steppedUpAt: instant('stepped_up_at'),
})

/**
 * Apps that make codes for the second step, one for each person at most.
 * Triggers: authenticator_apps_keep_second_step (accounts).
 */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: uuid('user_id').primaryKey(),
  /** Encrypted. Null: not yet confirmed by a code. */
  sealedSecret: text('sealed_secret'),
  /** What is being set up in its place. */
  pendingSecret: text('pending_secret'),
  /** The thirty seconds, counted from 1970, of the last code that counted. */
  lastStep: bigint('last_step', { mode: 'number' }),
  confirmedAt: instant('confirmed_at'),
})

export const recoveryCodes = pgTable('recovery_codes', {
  codeHash: bytea('code_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  usedAt: instant('used_at'),
})

/** Triggers: passkeys_keep_second_step (accounts). */
export const passkeys = pgTable('passkeys', {
  /** The credential's, in base64url. */
  id: text().primaryKey(),
  userId: uuid('user_id').notNull(),
  name: text().notNull(),
  publicKey: bytea('public_key').notNull(),
  /** How often the authenticator says it was used; 0: it does not count. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  madeAt: instant('made_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at'),
})

export const challengePurposes = ['second_step', 'passkey', 'new_passkey'] as const

/** What a browser was asked and has not answered yet. */
export const signInChallenges = pgTable('sign_in_challenges', {
  tokenHash: bytea('token_hash').primaryKey(),
  purpose: text({ enum: challengePurposes }).notNull(),
  /** Null: whoever answers by a passkey. */
  userId: uuid('user_id'),
  /** The browser; null: the session is enough. */
  deviceHash: bytea('device_hash'),
  /** Of the address, password and Google account that the first step was taken by. */
  pairHash: bytea('pair_hash'),
  tries: integer().notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
})

/** The links by which the owner of an account says that a change of it was not them. */
export const accountAlerts = pgTable('account_alerts', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  madeAt: instant('made_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull(),
})

/** What each browser that signs up an address typed, until its mailed code comes back. */
export const signUpAttempts = pgTable('sign_up_attempts', {
  id: uuid().primaryKey(),
  email: text().notNull(),
  /** Null: from before devices were told apart. */
  deviceHash: bytea('device_hash'),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Null when the address has an account, but for the one that opened it: its code is known again. */
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
  /** Of its network and what it calls itself. Null: from before this was kept. */
  seenAs: bytea('seen_as'),
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
  list: text({ enum: consentPurposes }).notNull(),
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
