import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { orderItems, orders } from '../tables.ts'

/** True if orders of theirs that stand, and that cost money, have every one of these courses. */
export async function hasPaidForAll(
  db: Database,
  learnerId: string,
  courseIds: readonly string[],
): Promise<boolean> {
  const paid = await db
    .selectDistinct({ courseId: orderItems.courseId })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.learnerId, learnerId),
        eq(orders.status, 'completed'),
        gt(orders.amountInPaise, 0),
        inArray(orderItems.courseId, [...courseIds]),
      ),
    )
  return paid.length === new Set(courseIds).size
}
