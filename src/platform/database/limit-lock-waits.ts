import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** Until the transaction ends, a statement that waits longer than this for somebody's lock fails. */
export async function limitLockWaits(db: Database, milliseconds: number): Promise<void> {
  await db.execute(sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`)
}
