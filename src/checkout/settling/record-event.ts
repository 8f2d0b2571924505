import type { Database } from '../../platform/database/database.ts'
import { orderEvents } from '../tables.ts'

/** Adds a line to what was heard of an order. False if this very event was recorded before. */
export async function recordEvent(
  db: Database,
  event: Omit<typeof orderEvents.$inferInsert, 'id' | 'happenedAt'>,
): Promise<boolean> {
  const recorded = await db
    .insert(orderEvents)
    .values(event)
    .onConflictDoNothing({ target: orderEvents.externalId })
    .returning({ id: orderEvents.id })
  return recorded.length > 0
}
