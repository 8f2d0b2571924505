import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { lockAddress } from './lock-address.ts'
import { signUpAttempts, users } from './tables.ts'

/**
 * Opens an account without a password: its owner asks for one by mail, which proves the address.
 * Inside a transaction. An address that has an account keeps it as it is.
 */
export async function createAccount(
  db: Database,
  { email, name }: { email: string; name: string },
): Promise<{ id: string; isNew: boolean }> {
  await lockAddress(db, email)
  const [made] = await db
    .insert(users)
    .values({ id: newId(), email, name })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (made) {
    await db.update(signUpAttempts).set({ codeHash: null }).where(eq(signUpAttempts.email, email))
    return { id: made.id, isNew: true }
  }
  const [found] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (!found) throw new Error('An account was not stored')
  return { id: found.id, isNew: false }
}
