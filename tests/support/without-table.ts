import { sql } from 'drizzle-orm'
import type { Database } from '../../src/platform/database/database.ts'

/** Takes a table away while `work` runs, so that the database fails under it; back it comes, whatever happens. */
export async function withoutTable<Result>(
  db: Database,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const away = `${table}_away`
  await rename(db, table, away)
  try {
    return await work()
  } finally {
    await rename(db, away, table)
  }
}

async function rename(db: Database, from: string, to: string): Promise<void> {
  await db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`)
}
