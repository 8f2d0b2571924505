import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { lockAddress } from './lock-address.ts'
import { closeAllSessions } from './sessions.ts'
import { passwordResets, signUpAttempts, users } from './tables.ts'

/** Whether an address has an account. */
export async function isAddressTaken(db: Database, email: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return found.length > 0
}

/**
 * Gives an account an address that is proved to be theirs, and ends what the old one opened: sessions,
 * links for a new password, the login by its Google account. Inside a transaction. Resolves to how it
 * was; refused with `email_taken`.
 */
export async function changeEmail(
  db: Database,
  userId: string,
  email: string,
): Promise<{ name: string; email: string }> {
  await lockAddress(db, email)
  const [before] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!before) throw new ProblemError('email_link_unusable')
  if (before.email === email) return before
  if (await isAddressTaken(db, email)) throw new ProblemError('email_taken')
  await db.update(users).set({ email, googleSubject: null }).where(eq(users.id, userId))
  await db
    .update(passwordResets)
    .set({ usedAt: sql`now()` })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  // Sign-ups of the address stay as those of one that has an account: nobody hears of it.
  await db.update(signUpAttempts).set({ codeHash: null }).where(eq(signUpAttempts.email, email))
  await closeAllSessions(db, userId)
  return before
}
