import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { closeAllSessions } from './sessions.ts'
import { users } from './tables.ts'

/** Blocks an account and ends its sessions. Inside a transaction. False: it was blocked already. */
export async function blockAccount(db: Database, userId: string, reason: string): Promise<boolean> {
  const blocked = await db
    .update(users)
    .set({ blockedAt: sql`now()`, blockedReason: reason })
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
    .returning({ id: users.id })
  await closeAllSessions(db, userId)
  return blocked.length > 0
}

/** True for an account that cannot be signed in to, and for none. */
export async function isBlocked(db: Database, userId: string): Promise<boolean> {
  const open = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.blockedAt)))
  return open.length === 0
}

/** Lets somebody sign in again. Inside a transaction. */
export async function unblockAccount(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ blockedAt: null, blockedReason: null }).where(eq(users.id, userId))
}
