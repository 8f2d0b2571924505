import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { toRupees } from '../../../shared/money.ts'
import { sourceLabels } from '../../checkout/server/orders/explain-order.ts'
import { orderEvents, orderReturns, orders, refunds } from '../../checkout/server/tables.ts'
import type { Learner } from '../contract.ts'

const shownAtMost = 50
/** As the sentences of a timeline have it, in the writing of any language: ₹4,999, EUR 49.00, ٤٬٩٩٩ ₹. */
const sum = /(?:₹\s?|\b[A-Z]{3} )\p{Nd}(?:[.,٬٫\s]?\p{Nd})*|\p{Nd}(?:[.,٬٫\s]?\p{Nd})*\s?₹/gu

/** Somebody's orders, newest first, each with all that was heard of it. */
export async function describeOrders(
  db: Database,
  learnerId: string,
  { withAmounts }: { withAmounts: boolean },
): Promise<Learner['orders']> {
  const placed = await db
    .select()
    .from(orders)
    .where(eq(orders.learnerId, learnerId))
    .orderBy(desc(orders.createdAt))
    .limit(shownAtMost)
  const ids = placed.map(({ id }) => id)
  const heard = await db
    .select()
    .from(orderEvents)
    .where(inArray(orderEvents.orderId, ids))
    .orderBy(asc(orderEvents.id))
  const { refundedInPaise, lostInPaise } = orderReturns
  const returned = await db
    .select({
      id: orderReturns.orderId,
      inPaise: sql`sum(${refundedInPaise} + ${lostInPaise})`.mapWith(Number),
    })
    .from(orderReturns)
    .where(inArray(orderReturns.orderId, ids))
    .groupBy(orderReturns.orderId)
  const returnedOf = new Map(returned.map(({ id, inPaise }) => [id, inPaise]))
  const failed = await db
    .select({ id: refunds.id, orderId: refunds.orderId })
    .from(refunds)
    .where(and(inArray(refunds.orderId, ids), eq(refunds.status, 'failed')))
  const timelines = Map.groupBy(heard, ({ orderId }) => orderId)
  return placed.map((order) => ({
    id: order.id,
    course_title: order.courseTitle,
    status: order.status,
    amount: withAmounts ? toRupees(order.amountInPaise) : null,
    returned: withAmounts ? toRupees(returnedOf.get(order.id) ?? 0) : null,
    razorpay_order_id: order.razorpayOrderId,
    razorpay_payment_id: order.razorpayPaymentId,
    created_at: order.createdAt.toISOString(),
    completed_at: order.completedAt?.toISOString() ?? null,
    failed_refund_ids: failed.flatMap(({ id, orderId }) => (orderId === order.id ? id : [])),
    timeline: (timelines.get(order.id) ?? []).map((event) => ({
      at: event.happenedAt.toISOString(),
      source: sourceLabels[event.source],
      text: withAmounts ? event.outcome : event.outcome.replaceAll(sum, '…'),
    })),
  }))
}
