import type { Database } from '../../../../platform/database/database.ts'
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

/** An order lost its use of a coupon to whoever comes next. */
export async function recordCouponRelease(db: Database, orderId: string): Promise<void> {
  await recordEvent(db, {
    orderId,
    source: 'academy',
    kind: 'coupon.released',
    outcome:
      'The use of the coupon is free for others again; a late payment has it if one is left.',
  })
}
