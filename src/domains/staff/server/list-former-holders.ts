import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { auditLog } from './tables.ts'

/** The accounts that had an address once, by the changes that the audit log tells of. */
export async function listFormerHolders(db: Database, email: string): Promise<string[]> {
  const { subjectId, subjectKind, outcome, before } = auditLog
  const rows = await db
    .selectDistinct({ id: sql<string>`${subjectId}` })
    .from(auditLog)
    .where(
      and(
        eq(subjectKind, 'learner'),
        eq(outcome, 'done'),
        sql`${before} ->> 'email' = ${email}`,
        sql`${subjectId} is not null`,
      ),
    )
  return rows.map(({ id }) => id)
}
