import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isSessionOpen } from './sessions.ts'
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

/** The same of who asks: what is under way in a session when it ends changes nothing any more. */
export async function lockOwnAccount(
  db: Database,
  { learnerId: userId, sessionHash }: Pick<CurrentUser, 'learnerId' | 'sessionHash'>,
): Promise<typeof users.$inferSelect> {
  const user = await lockAccount(db, userId)
  if (!(await isSessionOpen(db, { sessionHash, userId }))) throw new ProblemError('not_signed_in')
  return user
}
