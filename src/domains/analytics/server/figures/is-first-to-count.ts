import { sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'

/**
 * One process counts at a time, until its transaction ends: rows that several added to would wait for
 * each other. Others are told false at once and come again later.
 */
export async function isFirstToCount(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ got: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('insight', 0)) as got`,
  )
  return rows[0]?.got === true
}
