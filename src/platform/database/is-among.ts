import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * As `inArray`, for a query that locks a number of rows and passes by those that are locked: it is asked once. PostgreSQL
 * may ask the one of an `in` again for each row, as it does where it takes a table for almost empty, and each time this
 * finds other rows: any number would be taken.
 */
export function isAmong(column: SQLWrapper, query: SQLWrapper): SQL {
  return sql`${column} = any(array(${query}))`
}
