import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import type { DataExport } from '../../contract.ts'
import { dataExports } from '../tables.ts'

type ExportRow = typeof dataExports.$inferSelect

/** Due at once; while one is being made, asking again is the same. */
export async function requestExport(db: Database, learnerId: string): Promise<DataExport> {
  await db.insert(dataExports).values({ id: newId(), learnerId }).onConflictDoNothing()
  const [newest] = await db
    .select()
    .from(dataExports)
    .where(eq(dataExports.learnerId, learnerId))
    .orderBy(desc(dataExports.requestedAt))
    .limit(1)
  if (!newest) throw new Error('An export was not kept')
  return describe(newest)
}

/** The newest first. */
export async function listExports(db: Database, learnerId: string): Promise<DataExport[]> {
  const rows = await db
    .select()
    .from(dataExports)
    .where(
      and(
        eq(dataExports.learnerId, learnerId),
        sql`coalesce(${dataExports.expiresAt} > now(), true)`,
      ),
    )
    .orderBy(desc(dataExports.requestedAt))
  return rows.map(describe)
}

/** One that is ready and the person's own. Refused with `export_not_found`. */
export async function requireExport(
  db: Database,
  { id, learnerId }: { id: string; learnerId: string },
): Promise<{ requestedAt: Date }> {
  const [found] = await db
    .select({ requestedAt: dataExports.requestedAt })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.id, id),
        eq(dataExports.learnerId, learnerId),
        isNotNull(dataExports.sizeInBytes),
        sql`${dataExports.expiresAt} > now()`,
      ),
    )
  if (!found) throw new ProblemError('export_not_found')
  return found
}

function describe({ id, requestedAt, sizeInBytes, expiresAt }: ExportRow): DataExport {
  return {
    id,
    requested_at: requestedAt.toISOString(),
    size_in_bytes: sizeInBytes,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}
