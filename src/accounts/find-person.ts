import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { users } from './tables.ts'

/** Name and address of somebody with an account. */
export async function findPerson(
  db: Database,
  userId: string,
): Promise<{ name: string; email: string } | undefined> {
  const { name, email } = users
  const [person] = await db.select({ name, email }).from(users).where(eq(users.id, userId))
  return person
}
