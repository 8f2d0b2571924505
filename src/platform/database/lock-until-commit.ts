import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * One transaction at a time for the same words, also across processes: the others wait here until
 * this one ends. Call inside a transaction.
 */
export async function lockUntilCommit(db: Database, ...words: string[]): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${words.join(' ')}, 0))`)
}

/** The same, but for many at a time, and for none while somebody has the lock alone. */
export async function shareUntilCommit(db: Database, ...words: string[]): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock_shared(hashtextextended(${words.join(' ')}, 0))`,
  )
}
