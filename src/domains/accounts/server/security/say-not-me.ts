import { randomBytes } from 'node:crypto'
import { and, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { msg } from '../../../../shared/i18n/translate.ts'
import { lockAccount } from '../lock-account.ts'
import { linkLifetimeInMinutes } from '../request-password-reset.ts'
import { closeAllSessions, hashToken } from '../sessions.ts'
import {
  accountAlerts,
  authenticatorApps,
  passkeys,
  passwordResets,
  recoveryCodes,
  signInChallenges,
  users,
} from '../tables.ts'
import type { AlertDependencies } from './alerts.ts'
import { accountLockedMail } from './mail-templates.ts'

export interface NotMeDependencies extends AlertDependencies {
  db: Database
  /** What a later domain keeps of changes that were asked for. */
  cancelEmailChange: (db: Database, userId: string) => Promise<void>
}

/**
 * The owner of an account says that something was not them. It is locked, and what was added to it from
 * that moment on goes: ways in that are not theirs would outlive a new password. What was there before
 * stays, but for recovery codes: nobody knows who has them now. Works once, for a week. Refused with
 * `alert_unusable`.
 */
export async function sayNotMe(deps: NotMeDependencies, token: string): Promise<void> {
  const isOpen = and(
    eq(accountAlerts.tokenHash, hashToken(token)),
    gt(accountAlerts.expiresAt, sql`now()`),
  )
  await deps.db.transaction(async (db) => {
    const [found] = await db
      .select({ userId: accountAlerts.userId })
      .from(accountAlerts)
      .where(isOpen)
    if (!found) throw new ProblemError('alert_unusable')
    await lockAccount(db, found.userId)
    const [alert] = await db.delete(accountAlerts).where(isOpen).returning()
    if (!alert) throw new ProblemError('alert_unusable')
    await undoSince(db, alert)
    await lockOut(deps, db, alert.userId)
  })
}

async function undoSince(
  db: Database,
  { userId, madeAt }: Pick<typeof accountAlerts.$inferSelect, 'userId' | 'madeAt'>,
): Promise<void> {
  await db.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.madeAt, madeAt)))
  const { userId: user, confirmedAt } = authenticatorApps
  const apps = await db
    .delete(authenticatorApps)
    .where(and(eq(user, userId), gte(confirmedAt, madeAt)))
    .returning({ user })
  if (apps.length > 0) await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db
    .update(users)
    .set({ googleSubject: null, googleAddedAt: null })
    .where(and(eq(users.id, userId), gte(users.googleAddedAt, madeAt)))
}

export const accountLocked = msg(
  'Every device is logged out and your account is locked. We have mailed you a link for choosing a new password, which opens it again.',
)

/**
 * Ends all sessions, what is half done and the recovery codes, and mails a link by which a new password
 * is chosen: the only thing that opens the account again. Inside a transaction that has locked the account.
 */
export async function lockOut(
  { queueMail, publicUrl, cancelEmailChange }: NotMeDependencies,
  db: Database,
  userId: string,
): Promise<void> {
  const [person] = await db
    .update(users)
    .set({ lockedAt: sql`now()` })
    .where(eq(users.id, userId))
    .returning({ name: users.name, email: users.email })
  if (!person) return
  await closeAllSessions(db, userId)
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId))
  await cancelEmailChange(db, userId)
  const codes = await db
    .delete(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
    .returning({ userId: recoveryCodes.userId })
  await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  const token = randomBytes(32).toString('base64url')
  await db.insert(passwordResets).values({
    tokenHash: hashToken(token),
    userId,
    expiresAt: sql`now() + make_interval(mins => ${linkLifetimeInMinutes})`,
  })
  const facts = { name: person.name, token, hadRecoveryCodes: codes.length > 0 }
  const template = () => accountLockedMail({ ...facts, publicUrl: publicUrl() })
  await queueMail(db, { to: person.email, template, isUrgent: true })
}
