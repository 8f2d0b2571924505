import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { auditLog } from './tables.ts'

/** True of whoever did something by a role, also if they have none any more. */
export async function hasWorkedHere(db: Database, userId: string): Promise<boolean> {
  const [act] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), isNotNull(auditLog.actorRole)))
    .limit(1)
  return act !== undefined
}
