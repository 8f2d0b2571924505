import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

/** Somebody's account, held until the transaction ends: changes of it take turns. */
export async function lockAccount(
  db: Database,
  userId: string,
): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, userId)).for('no key update')
  if (!user) throw new ProblemError('not_signed_in')
  return user
}
