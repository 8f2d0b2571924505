import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { passwordChangedMail } from './mail-templates.ts'
import { hashPassword } from './passwords.ts'
import { type AlertDependencies, makeAlert } from './security/alerts.ts'
import { resetSecondStep } from './security/reset-second-step.ts'
import { closeAllSessions } from './sessions.ts'
import { passwordResets, users } from './tables.ts'

interface NewPassword {
  email: string
  password: string
  /** Takes authenticator app, recovery codes and passkeys off the account, too. */
  withSecondStep: boolean
}

interface ChangedAccount {
  id: string
  /** What of a second step was taken off; null: it was not asked for. */
  secondStep: { apps: number; passkeys: number } | null
}

/** Who keeps the machine gives a member of staff a new password; learners choose theirs by a mailed link. */
export class NoStaffError extends Error {}

/**
 * Sets the password, ends every session and every open link to choose another, and unlocks the account;
 * its owner is mailed. `record` writes what was done, in the same transaction.
 */
export async function setStaffPassword(
  { db: outer, ...deps }: Pick<AlertDependencies, 'queueMail' | 'publicUrl'> & { db: Database },
  { email, password, withSecondStep }: NewPassword,
  record: (db: Database, changed: ChangedAccount) => Promise<void>,
): Promise<ChangedAccount> {
  const passwordHash = await hashPassword(password)
  return outer.transaction(async (db) => {
    const [user] = await db.select().from(users).where(eq(users.email, email)).for('no key update')
    if (!user) throw new NoStaffError(`There is no account of ${email}.`)
    if (user.role === null) {
      throw new NoStaffError(
        `${email} is no member of the staff: learners choose a new password by “Forgot password”.`,
      )
    }
    await db.update(users).set({ passwordHash, lockedAt: null }).where(eq(users.id, user.id))
    await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(and(eq(passwordResets.userId, user.id), isNull(passwordResets.usedAt)))
    await closeAllSessions(db, user.id)
    const secondStep = withSecondStep ? await resetSecondStep(deps, db, user.id) : null
    const token = await makeAlert(db, user.id)
    const template = () =>
      passwordChangedMail({ name: user.name, token, publicUrl: deps.publicUrl() })
    await deps.queueMail(db, { to: user.email, template })
    const changed = { id: user.id, secondStep }
    await record(db, changed)
    return changed
  })
}
