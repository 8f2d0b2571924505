import { eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { closeAllSessions } from '../sessions.ts'
import { authenticatorApps, passkeys, recoveryCodes } from '../tables.ts'
import { type AlertDependencies, alertOwner } from './alerts.ts'

/**
 * Takes app, recovery codes and passkeys off the account of who lost them. Inside a transaction that has
 * locked the account. Resolves to how much there was.
 */
export async function resetSecondStep(
  deps: Pick<AlertDependencies, 'queueMail' | 'publicUrl'>,
  db: Database,
  userId: string,
): Promise<{ apps: number; passkeys: number }> {
  const apps = await db
    .delete(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
    .returning({ userId: authenticatorApps.userId })
  const keys = await db
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id })
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await closeAllSessions(db, userId)
  await alertOwner(deps, db, userId, 'second_step_reset')
  return { apps: apps.length, passkeys: keys.length }
}
