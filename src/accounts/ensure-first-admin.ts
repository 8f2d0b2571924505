import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database.ts'
import { newId } from '../platform/new-id.ts'
import { hashPassword } from './passwords.ts'
import { users } from './tables.ts'

/**
 * Makes the first administrator, or makes the existing account of that address one.
 * Resolves to the password if one had to be invented: it is shown once and never again.
 */
export async function ensureFirstAdmin(
  db: Database,
  admin: { email: string; password: string | undefined },
): Promise<{ inventedPassword: string | null }> {
  const [existing] = await db.select().from(users).where(eq(users.email, admin.email))
  if (existing) {
    if (!existing.isAdmin) {
      await db.update(users).set({ isAdmin: true }).where(eq(users.id, existing.id))
    }
    return { inventedPassword: null }
  }
  const password = admin.password ?? randomBytes(12).toString('base64url')
  const inserted = await db
    .insert(users)
    .values({
      id: newId(),
      email: admin.email,
      name: 'Administrator',
      passwordHash: await hashPassword(password),
      isAdmin: true,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  const isOurs = inserted.length > 0 && admin.password === undefined
  return { inventedPassword: isOurs ? password : null }
}
