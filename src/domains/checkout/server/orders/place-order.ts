import { setTimeout } from 'node:timers/promises'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { problemFor } from '../settling/fetch-from-provider.ts'
import { recordEvent } from '../settling/record-event.ts'
import { type OrderRow, orders } from '../tables.ts'
import { termsLabel } from './terms-label.ts'

/** An order that the provider knows. */
export type PlacedOrder = OrderRow & { razorpayOrderId: string }

/** However often the button is pressed, the provider is asked once in this time about an order. */
const askedEvery = sql`interval '10 seconds'`
/** An order that could not be placed may be tried again after this. */
const retriedAfter = sql`interval '1 second'`
/** How long a press waits for what another press of the same moment is asking. */
const waitsForOtherInMs = 10_000

export function isPlaced(order: OrderRow): order is PlacedOrder {
  return order.razorpayOrderId !== null
}

/** Two presses at once make one order: the later one gets what the earlier one was given. */
export async function submitOrAwait(
  deps: CheckoutDependencies,
  order: OrderRow,
): Promise<PlacedOrder> {
  if (isPlaced(order)) return order
  const until = Date.now() + waitsForOtherInMs
  for (let pauseInMs = 20; Date.now() < until; pauseInMs = Math.min(pauseInMs * 2, 500)) {
    if (await claimCheck(deps.db, order.id)) return placeNow(deps, order)
    await setTimeout(pauseInMs)
    const [current] = await deps.db.select().from(orders).where(eq(orders.id, order.id))
    if (current && isPlaced(current)) return current
  }
  throw new ProblemError('provider_unavailable', { retryAfterInSeconds: 5 })
}

async function placeNow(deps: CheckoutDependencies, order: OrderRow): Promise<PlacedOrder> {
  try {
    return await placeOrder(deps, order)
  } catch (error) {
    await deps.db
      .update(orders)
      .set({ lastAskedAt: sql`clock_timestamp() - ${askedEvery} + ${retriedAfter}` })
      .where(eq(orders.id, order.id))
    throw problemFor(error)
  }
}

/** True once in ten seconds for an order, whichever process asks. */
export async function claimCheck(db: Database, orderId: string): Promise<boolean> {
  const claimed = await db
    .update(orders)
    .set({ lastAskedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(orders.id, orderId),
        or(isNull(orders.lastAskedAt), lte(orders.lastAskedAt, sql`now() - ${askedEvery}`)),
      ),
    )
    .returning({ id: orders.id })
  return claimed.length > 0
}

/**
 * Places the order at the provider. An order whose answer was lost is found again by its receipt;
 * of two placed at once, the first one written down is the one both callers get.
 */
export async function placeOrder(
  deps: CheckoutDependencies,
  order: OrderRow,
): Promise<PlacedOrder> {
  const isFresh = Date.now() - order.createdAt.getTime() < 1000
  const known = isFresh ? [] : await deps.razorpay.listOrders({ receipt: order.receipt })
  const razorpayOrder =
    known.find((candidate) => candidate.amountInPaise === order.amountInPaise) ??
    (await deps.razorpay.createOrder({
      amountInPaise: order.amountInPaise,
      currency: order.currency,
      receipt: order.receipt,
      notes: {
        course_id: order.courseId,
        ...(order.bundleId !== null && { bundle_id: order.bundleId }),
        ...(order.couponCode !== null && { coupon: order.couponCode }),
      },
    }))
  return deps.db.transaction(async (db) => {
    const [placed] = await db
      .update(orders)
      .set({
        razorpayOrderId: razorpayOrder.id,
        lastAskedAt: sql`clock_timestamp()`,
        // One that was given up meanwhile may be paid now.
        nextCheckAt: sql`coalesce(${orders.nextCheckAt}, clock_timestamp() + interval '30 seconds')`,
      })
      .where(and(eq(orders.id, order.id), isNull(orders.razorpayOrderId)))
      .returning()
    if (placed) {
      await recordEvent(db, {
        orderId: order.id,
        source: 'academy',
        kind: 'order.created',
        razorpayOrderId: razorpayOrder.id,
        content: {
          amountInPaise: order.amountInPaise,
          discountInPaise: order.discountInPaise,
          couponCode: order.couponCode,
        },
        outcome: `The order was made${termsLabel(order)}.`,
      })
    }
    const [current] = await db.select().from(orders).where(eq(orders.id, order.id))
    if (!current || !isPlaced(current)) throw new Error('the order was not written down')
    return current
  })
}
