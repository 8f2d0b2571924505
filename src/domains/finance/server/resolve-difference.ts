import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { differences } from './tables.ts'

/**
 * Closes a difference with what explains it, and says which it was. Whoever is second, also by a
 * repeated click, changes nothing: `isNew` is false then.
 */
export async function resolveDifference(
  db: Database,
  { id, note, byId }: { id: number; note: string; byId: string },
): Promise<{ isNew: boolean; difference: typeof differences.$inferSelect }> {
  const [resolved] = await db
    .update(differences)
    .set({ resolvedAt: sql`clock_timestamp()`, resolvedBy: byId, note })
    .where(and(eq(differences.id, id), isNull(differences.resolvedAt)))
    .returning()
  if (resolved) return { isNew: true, difference: resolved }
  const [difference] = await db.select().from(differences).where(eq(differences.id, id))
  if (!difference) throw new ProblemError('difference_not_found')
  return { isNew: false, difference }
}
