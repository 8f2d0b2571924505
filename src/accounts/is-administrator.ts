import { and, eq } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { users } from './tables.ts'

/** As it stands now, also for a session that began before. */
export async function isAdministrator(db: Database, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), users.isAdmin))
  return found.length > 0
}
