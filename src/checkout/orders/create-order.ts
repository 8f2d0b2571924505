import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { isOwned } from '../../access/check-access.ts'
import { findCourseOnSale } from '../../catalogue/find-course-on-sale.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { ProblemError } from '../../http/problem.ts'
import { RazorpayError } from '../../outside/razorpay/razorpay-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { type BuyerInput, recordOrderTax, requireBuyerPlace } from '../../tax/buyer-place.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { askAndSettle, problemFor } from '../settling/ask-provider.ts'
import { recordEvent } from '../settling/record-event.ts'
import { type OrderRow, orders } from '../tables.ts'

/** An order that the provider knows. */
export type PlacedOrder = OrderRow & { razorpayOrderId: string }

/** However often the button is pressed, the provider is asked once in this time about an order. */
const askedEvery = sql`interval '10 seconds'`
/** An order that could not be placed may be tried again after this. */
const retriedAfter = sql`interval '1 second'`
/** How long a press waits for what another press of the same moment is asking. */
const waitsForOtherInMs = 10_000
/** A bank may change its mind for so long, so orders this young may have been paid meanwhile. */
const maybePaid = and(
  isNull(orders.completedAt),
  gt(orders.createdAt, sql`now() - interval '5 days'`),
)

/**
 * An order for the checkout sheet. An open one for the same learner, course and price is handed out
 * again, after asking the provider whether it was paid meanwhile. Refused for courses not on sale
 * and for courses owned already.
 */
export async function createOrder(
  deps: CheckoutDependencies,
  caller: CurrentUser,
  courseId: string,
  buyer: BuyerInput = {},
): Promise<PlacedOrder> {
  const place = await requireBuyerPlace(deps.db, caller.learnerId, buyer)
  const course = await findCourseOnSale(deps.db, courseId)
  if (!course) throw new ProblemError('course_not_found')
  if (await isOwned(deps.db, caller.learnerId, courseId))
    throw new ProblemError('course_already_owned')
  await settleOpenOrders(deps, caller.learnerId, courseId)
  if (await isOwned(deps.db, caller.learnerId, courseId))
    throw new ProblemError('course_already_owned')

  const order = await deps.db.transaction(async (db) => {
    const opened = await openOrder(db, caller, course)
    await recordOrderTax(db, opened.id, place)
    return opened
  })
  return isPlaced(order) ? order : placeOrFollow(deps, order)
}

function isPlaced(order: OrderRow): order is PlacedOrder {
  return order.razorpayOrderId !== null
}

/** Two presses at once make one order: the later one gets what the earlier one was given. */
async function placeOrFollow(deps: CheckoutDependencies, order: OrderRow): Promise<PlacedOrder> {
  const until = Date.now() + waitsForOtherInMs
  for (let pauseInMs = 20; Date.now() < until; pauseInMs = Math.min(pauseInMs * 2, 500)) {
    if (await claimAsking(deps.db, order.id)) return placeNow(deps, order)
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
async function claimAsking(db: Database, orderId: string): Promise<boolean> {
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
 * Someone who paid and came back too early must not pay again: ask first, also about orders that are
 * shown as failed or given back, which a later attempt may have paid.
 */
async function settleOpenOrders(
  deps: CheckoutDependencies,
  learnerId: string,
  courseId: string,
): Promise<void> {
  const open = await deps.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.learnerId, learnerId),
        eq(orders.courseId, courseId),
        isNotNull(orders.razorpayOrderId),
        maybePaid,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(5)
  for (const order of open) {
    if (!(await claimAsking(deps.db, order.id))) continue
    try {
      await askAndSettle(deps, order, 'academy')
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error
      deps.log.warn({ order_id: order.id, kind: error.kind }, 'open order not checked')
    }
  }
}

/** The learner's open order for this course at this price: found, or begun. */
async function openOrder(
  db: Database,
  caller: CurrentUser,
  course: { id: string; title: string; priceInPaise: number },
): Promise<OrderRow> {
  const id = newId()
  const amountInPaise = course.priceInPaise
  await db
    .insert(orders)
    .values({
      id,
      receipt: `rcpt_${id.replaceAll('-', '')}`,
      learnerId: caller.learnerId,
      courseId: course.id,
      courseTitle: course.title,
      amountInPaise,
      currency: 'INR',
      status: 'pending',
      nextCheckAt: sql`clock_timestamp() + interval '30 seconds'`,
    })
    .onConflictDoNothing()
  const [order] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.learnerId, caller.learnerId),
        eq(orders.courseId, course.id),
        eq(orders.amountInPaise, amountInPaise),
        eq(orders.status, 'pending'),
      ),
    )
  if (!order) throw new ProblemError('course_already_owned') // settled within these milliseconds
  return order
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
      notes: { course_id: order.courseId },
    }))
  return deps.db.transaction(async (db) => {
    const [placed] = await db
      .update(orders)
      .set({ razorpayOrderId: razorpayOrder.id, lastAskedAt: sql`clock_timestamp()` })
      .where(and(eq(orders.id, order.id), isNull(orders.razorpayOrderId)))
      .returning()
    if (placed) {
      await recordEvent(db, {
        orderId: order.id,
        source: 'academy',
        kind: 'order.created',
        razorpayOrderId: razorpayOrder.id,
        content: { amountInPaise: order.amountInPaise },
        outcome: 'The order was made.',
      })
    }
    const [current] = await db.select().from(orders).where(eq(orders.id, order.id))
    if (!current || !isPlaced(current)) throw new Error('the order was not written down')
    return current
  })
}
