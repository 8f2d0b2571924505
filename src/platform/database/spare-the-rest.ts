import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

interface Spared<T> {
  item: T
  error: unknown
}

/**
 * Does a work for all items together; if that fails, for each half of them, and so on: one for whom it
 * cannot be done costs the others nothing. Inside a transaction. Resolves to those alone.
 */
export async function spareTheRest<T>(
  db: Database,
  items: readonly T[],
  work: (db: Database, items: T[]) => Promise<unknown>,
): Promise<Spared<T>[]> {
  if (items.length === 0) return []
  try {
    await db.transaction((db) => work(db, [...items]))
    return []
  } catch (error) {
    await requireConnection(db) // one that was lost is no item's fault
    const [item, ...others] = items
    if (item !== undefined && others.length === 0) return [{ item, error }]
    const middle = Math.ceil(items.length / 2)
    return [
      ...(await spareTheRest(db, items.slice(0, middle), work)),
      ...(await spareTheRest(db, items.slice(middle), work)),
    ]
  }
}

/** Throws if the connection of this transaction was lost. */
export async function requireConnection(db: Database): Promise<void> {
  await db.execute(sql`select`)
}
