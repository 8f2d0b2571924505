import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

/** How to greet and reach somebody; undefined if there is no such account. */
export async function findUser(
  db: Database,
  userId: string,
): Promise<{ name: string; email: string } | undefined> {
  const [person] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return person
}
