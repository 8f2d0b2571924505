import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'

/** Lets one transaction at a time decide about an address, whether or not it has an account. */
export async function lockAddress(db: Database, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`)
}
