import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { QueueMail } from '../../../integrations/mail/queue-mail.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Device, rememberDevice } from './device.ts'
import type { Limits } from './limits.ts'
import { lockOwnAccount } from './lock-account.ts'
import { passwordChangedMail } from './mail-templates.ts'
import { hashPassword } from './passwords.ts'
import { requirePassword, wrongPassword } from './require-password.ts'
import { makeAlert } from './security/alerts.ts'
import { endImpersonationsBy } from './sessions.ts'
import { knownDevices, passwordResets, sessions, users } from './tables.ts'

interface ChangeDependencies {
  db: Database
  limits: Pick<Limits, 'loginByDevice' | 'adminLoginByDevice'>
  queueMail: QueueMail
  publicUrl: () => string
}

interface ChangeInput {
  currentPassword: string
  password: string
  /** Stays the only known device of the person. */
  device: Device
}

/**
 * Sets a new password for somebody who knows the present one, and ends their other sessions. Wrong
 * tries are counted by person: a session left open must not become a place to guess at.
 */
export async function changePassword(
  { db: outer, limits, queueMail, publicUrl }: ChangeDependencies,
  caller: CurrentUser,
  { currentPassword, password, device }: ChangeInput,
): Promise<void> {
  const userId = caller.learnerId
  const present = await requirePassword({ db: outer, limits }, caller, currentPassword)
  const passwordHash = await hashPassword(password)
  await outer.transaction(async (db) => {
    const user = await lockOwnAccount(db, caller)
    if (user.passwordHash !== present) throw wrongPassword('current_password') // a parallel change wins
    await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await db
      .update(passwordResets)
      .set({ usedAt: sql`now()` })
      .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
    await db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, caller.sessionHash)))
    await endImpersonationsBy(db, userId)
    await db.delete(knownDevices).where(eq(knownDevices.userId, userId))
    await rememberDevice(db, userId, device)
    const facts = { name: user.name, token: await makeAlert(db, userId), publicUrl: publicUrl() }
    const template = () => passwordChangedMail({ ...facts, isThisDeviceKept: true })
    await queueMail(db, { to: user.email, template })
  })
}
