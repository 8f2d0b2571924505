import { hash } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { sessions } from './tables.ts'

export interface OpenSession {
  /** Tells it from others of the person; opens nothing. */
  id: string
  tokenHash: Buffer
  device: string | null
  createdAt: Date
  lastUsedAt: Date
}

const listedAtMost = 50

/** A person's own sessions that hold, the one used last first. */
export async function listSessions(db: Database, userId: string): Promise<OpenSession[]> {
  const { tokenHash, device, createdAt, lastUsedAt } = sessions
  const open = await db
    .select({ tokenHash, device, createdAt, lastUsedAt })
    .from(sessions)
    .where(isOwnAndOpen(userId))
    .orderBy(desc(lastUsedAt))
    .limit(listedAtMost)
  return open.map((session) => ({ id: idOf(session.tokenHash), ...session }))
}

/** Ends one of those that are listed; nothing if it is gone. */
export async function endSession(db: Database, userId: string, id: string): Promise<void> {
  const found = (await listSessions(db, userId)).find((session) => session.id === id)
  if (found) await db.delete(sessions).where(eq(sessions.tokenHash, found.tokenHash))
}

/** Ends a person's own sessions but one, also those that are not listed. */
export async function endOtherSessions(
  db: Database,
  { learnerId, sessionHash }: Pick<CurrentUser, 'learnerId' | 'sessionHash'>,
): Promise<void> {
  await db.delete(sessions).where(and(isOwnAndOpen(learnerId), ne(sessions.tokenHash, sessionHash)))
}

function idOf(tokenHash: Buffer): string {
  return hash('sha256', tokenHash, 'base64url').slice(0, 16)
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
