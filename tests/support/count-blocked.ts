import { sql } from 'drizzle-orm'
import type { Database } from '../../src/platform/database/database.ts'

/**
 * How many connections of this database wait for what another holds. Left out is a commit that waits
 * to tell its notices, for it waits for those of every other database as well.
 */
export async function countBlocked(db: Database): Promise<number> {
  // A transaction would be given its first answer again and again.
  await db.execute(sql`select pg_stat_clear_snapshot()`)
  const { rows } = await db.execute(sql`
    select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`)
  return rows.length
}
