import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import type { UpdateSource } from '../../statuses.ts'
import {
  type OrderItemRow,
  type OrderRow,
  orderEvents,
  orders,
  type RefundRow,
  refunds,
} from '../tables.ts'
import { readOrderItems } from './order-items.ts'

export interface ExplainedOrder {
  order: OrderRow
  items: OrderItemRow[]
  events: (typeof orderEvents.$inferSelect)[]
  refunds: RefundRow[]
}

/** An order with all that was heard of it, oldest first, and its refunds; null if unknown. */
export async function explainOrder(db: Database, orderId: string): Promise<ExplainedOrder | null> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return null
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  const given = await db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt))
  return { order, items: await readOrderItems(db, orderId), events, refunds: given }
}

/** Who told us, in plain words. */
export const sourceLabels: Record<UpdateSource, string> = {
  academy: 'The academy',
  browser: 'The learner’s browser, confirmed by asking Razorpay',
  webhook: 'A webhook from Razorpay',
  provider: 'Asking Razorpay',
  administrator: 'An administrator',
  learner: 'The learner',
}
