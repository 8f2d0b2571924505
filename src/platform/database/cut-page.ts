import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * What comes behind the row of this id in a list by another column, largest first unless said otherwise;
 * all without a cursor.
 */
export function isBehind(
  by: PgColumn,
  id: PgColumn,
  cursor: string | number | undefined,
  isAscending = false,
): SQL | undefined {
  if (cursor === undefined) return undefined
  const of = sql`(select ${by} from ${by.table} where ${id} = ${cursor})`
  return sql`(${by}, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${of}, ${cursor})`
}

/** A page of `limit` rows out of one more, and where the next one begins. */
export function cutPage<Row extends { id: string | number }>(
  rows: Row[],
  limit: number,
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next_cursor: rows.length > limit && last ? String(last.id) : null }
}
