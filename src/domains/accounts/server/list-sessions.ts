import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { sessions } from './tables.ts'

export interface OpenSession {
  device: string | null
  createdAt: Date
  lastUsedAt: Date
}

const listedAtMost = 50

/** A person's own sessions that hold, the one used last first. */
export async function listSessions(db: Database, userId: string): Promise<OpenSession[]> {
  const { device, createdAt, lastUsedAt } = sessions
  return db
    .select({ device, createdAt, lastUsedAt })
    .from(sessions)
    .where(isOwnAndOpen(userId))
    .orderBy(desc(lastUsedAt))
    .limit(listedAtMost)
}

export async function countSessions(db: Database, userId: string): Promise<number> {
  const [found] = await db.select({ number: count() }).from(sessions).where(isOwnAndOpen(userId))
  return found?.number ?? 0
}

function isOwnAndOpen(userId: string) {
  return and(
    eq(sessions.userId, userId),
    isNull(sessions.viewerId),
    gt(sessions.expiresAt, sql`now()`),
  )
}
