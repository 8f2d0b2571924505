import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A page's last rows: all but one of them may go before the next page is asked for. */
const namedAtMost = 5

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
  const place = sql`select ${by}, ${id} from ${by.table} where ${isPlace(id, cursor)}`
  return sql`(${by}, ${id}) ${sql.raw(isAscending ? '>' : '<')} (${place})`
}

/** Ends a statement that finds one row: that of the id, or of several the first that is still there. */
export function isPlace(id: PgColumn, cursor: string | number): SQL {
  const ids = sql.param(String(cursor).split('~'))
  return sql`${id} = any(${ids}::${sql.raw(id.getSQLType())}[])
    order by array_position(${ids}::text[], ${id}::text) limit 1`
}

/** A page of `limit` rows out of one more, and where the next one begins, also if its last row goes (`pageCursor`). */
export function cutPage<Row extends { id: string | number }>(
  rows: Row[],
  limit: number,
  { canGo = false } = {},
): { page: Row[]; next_cursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.slice(canGo ? -namedAtMost : -1).map(({ id }) => id)
  return { page, next_cursor: rows.length > limit ? last.toReversed().join('~') : null }
}
