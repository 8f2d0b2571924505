import { and, eq, isNull } from 'drizzle-orm'
import { hasRight, type Right } from '../../../http/rights.ts'
import type { Database } from '../../../platform/database/database.ts'
import { users } from './tables.ts'

/** As it stands now, also for a session that began before. Who is blocked has none. */
export async function hasRightNow(db: Database, userId: string, right: Right): Promise<boolean> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
  return hasRight(user?.role ?? null, right)
}
