import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { hashToken } from './sessions.ts'
import { sessions } from './tables.ts'

export const impersonationLifetimeInMinutes = 15

/**
 * Opens a session by which a member of staff looks at somebody's account, in the place of an earlier
 * one of the two. It is never made longer.
 */
export async function startImpersonation(
  db: Database,
  { userId, viewerId }: { userId: string; viewerId: string },
): Promise<{ token: string; expiresAt: Date }> {
  await db.delete(sessions).where(and(eq(sessions.viewerId, viewerId), eq(sessions.userId, userId)))
  const token = randomBytes(32).toString('base64url')
  const [opened] = await db
    .insert(sessions)
    .values({
      tokenHash: hashToken(token),
      userId,
      viewerId,
      expiresAt: sql`now() + make_interval(mins => ${impersonationLifetimeInMinutes})`,
    })
    .returning({ expiresAt: sessions.expiresAt })
  if (!opened) throw new Error('A view was not stored')
  return { token, expiresAt: opened.expiresAt }
}
