import { and, asc, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { type OrderRow, orders } from '../tables.ts'

/** What one press of the button asks about, besides pending ones; older ones are asked every day. */
const othersAtMost = 200
/** As long as the provider can refund. */
const isYoung = gt(orders.createdAt, sql`now() - interval '180 days'`)

/**
 * Orders whose state may differ from the provider's: all pending ones, oldest first; of the others
 * the newest two hundred, as any of them may have been paid late or given back unheard.
 */
export async function listUnconfirmedOrders(
  db: Database,
): Promise<{ pending: OrderRow[]; others: OrderRow[] }> {
  const pending = await db
    .select()
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNotNull(orders.razorpayOrderId)))
    .orderBy(asc(orders.createdAt))
  const others = await db
    .select()
    .from(orders)
    .where(and(ne(orders.status, 'pending'), isNotNull(orders.razorpayOrderId), isYoung))
    .orderBy(desc(orders.createdAt))
    .limit(othersAtMost)
  return { pending, others }
}
