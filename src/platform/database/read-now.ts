import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** The database's time, which all machines share: when its transaction began, inside of one. */
export async function readNow(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select now() as now`)
  const [row] = rows
  if (!row) throw new Error('The database told no time')
  return new Date(row.now)
}
