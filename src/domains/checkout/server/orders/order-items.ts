import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { type OrderItemRow, orderItems } from '../tables.ts'

/** The courses of an order with what each costs, in the order in which they are told. */
export async function readOrderItems(db: Database, orderId: string): Promise<OrderItemRow[]> {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
}

export async function listCourseIds(db: Database, orderId: string): Promise<string[]> {
  return (await readOrderItems(db, orderId)).map(({ courseId }) => courseId)
}
