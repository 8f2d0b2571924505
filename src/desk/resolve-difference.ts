import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'
import { differences } from './tables.ts'

/**
 * Closes a difference with what explains it. Whoever is second, also by a repeated click, changes
 * nothing: false then.
 */
export async function resolveDifference(
  db: Database,
  { id, note, byId }: { id: number; note: string; byId: string },
): Promise<boolean> {
  const resolved = await db
    .update(differences)
    .set({ resolvedAt: sql`clock_timestamp()`, resolvedBy: byId, note })
    .where(and(eq(differences.id, id), isNull(differences.resolvedAt)))
    .returning({ id: differences.id })
  if (resolved.length > 0) return true
  const [known] = await db
    .select({ id: differences.id })
    .from(differences)
    .where(eq(differences.id, id))
  if (!known) throw new ProblemError('difference_not_found')
  return false
}
