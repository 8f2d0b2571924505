import { setTimeout } from 'node:timers/promises'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { isOwned } from '../../access/check-access.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { ProblemError } from '../../http/problem.ts'
import { RazorpayError } from '../../outside/razorpay/razorpay-error.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { askAndSettle, problemFor } from '../settling/ask-provider.ts'
import { type PaymentRow, paymentEvents, payments } from '../tables.ts'

/** However often the button is pressed, the provider is asked once in this time about an order. */
const askedEvery = sql`interval '10 seconds'`
/** An order that could not be placed may be tried again after this. */
const retriedAfter = sql`interval '1 second'`
/** How long a press waits for what another press of the same moment is asking. */
const waitsForOtherInMs = 10_000
/** A bank may change its mind for so long, so orders this young may have been paid meanwhile. */
const maybePaid = sql`completed_at is null and created_at > now() - interval '5 days'`

/**
 * An order for the checkout sheet. An open one for the same learner, course and price is handed out
 * again, after asking the provider whether it was paid meanwhile. Refused for courses not on sale
 * and for courses owned already.
 */
export async function createOrder(
  deps: CheckoutDependencies,
  caller: CurrentUser,
  courseId: string,
): Promise<PaymentRow & { orderId: string }> {
  const course = await findOnSale(deps.db, courseId)
  if (await isOwned(deps.db, caller.learnerId, courseId))
    throw new ProblemError('course_already_owned')
  await settleOpenOrders(deps, caller.learnerId, courseId)
  if (await isOwned(deps.db, caller.learnerId, courseId))
    throw new ProblemError('course_already_owned')

  const payment = await openPayment(deps.db, caller, course)
  if (payment.orderId !== null) return { ...payment, orderId: payment.orderId }
  return placeOrFollow(deps, payment)
}

/** Two presses at once make one order: the later one gets what the earlier one was given. */
async function placeOrFollow(
  deps: CheckoutDependencies,
  payment: PaymentRow,
): Promise<PaymentRow & { orderId: string }> {
  const until = Date.now() + waitsForOtherInMs
  for (let pauseInMs = 20; Date.now() < until; pauseInMs = Math.min(pauseInMs * 2, 500)) {
    if (await claimAsking(deps.db, payment.id)) return placeNow(deps, payment)
    await setTimeout(pauseInMs)
    const [current] = await deps.db.select().from(payments).where(eq(payments.id, payment.id))
    if (current && current.orderId !== null) return { ...current, orderId: current.orderId }
  }
  throw new ProblemError('provider_unavailable', { retryAfterInSeconds: 5 })
}

async function placeNow(
  deps: CheckoutDependencies,
  payment: PaymentRow,
): Promise<PaymentRow & { orderId: string }> {
  try {
    return await placeOrder(deps, payment)
  } catch (error) {
    await deps.db
      .update(payments)
      .set({ lastAskedAt: sql`clock_timestamp() - ${askedEvery} + ${retriedAfter}` })
      .where(eq(payments.id, payment.id))
    throw problemFor(error)
  }
}

/** True once in ten seconds for an order, whichever process asks. */
async function claimAsking(db: Database, paymentId: string): Promise<boolean> {
  const claimed = await db
    .update(payments)
    .set({ lastAskedAt: sql`clock_timestamp()` })
    .where(sql`id = ${paymentId} and coalesce(last_asked_at <= now() - ${askedEvery}, true)`)
    .returning({ id: payments.id })
  return claimed.length > 0
}

interface CourseOnSale {
  [column: string]: unknown
  id: string
  title: string
  price_in_paise: string
}

async function findOnSale(db: Database, courseId: string): Promise<CourseOnSale> {
  const { rows } = await db.execute<CourseOnSale>(sql`
    select id, title, price_in_paise from courses where id = ${courseId} and hidden_at is null`)
  const course = rows[0]
  if (!course) throw new ProblemError('course_not_found')
  return course
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
    .from(payments)
    .where(
      and(
        eq(payments.learnerId, learnerId),
        eq(payments.courseId, courseId),
        isNotNull(payments.orderId),
        maybePaid,
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(5)
  for (const payment of open) {
    if (!(await claimAsking(deps.db, payment.id))) continue
    try {
      await askAndSettle(deps, payment, 'academy')
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error
      deps.log.warn({ payment_id: payment.id, kind: error.kind }, 'open order not checked')
    }
  }
}

/** The learner's open payment for this course at this price: found, or begun. */
async function openPayment(
  db: Database,
  caller: CurrentUser,
  course: CourseOnSale,
): Promise<PaymentRow> {
  const id = newId()
  const amountInPaise = Number(course.price_in_paise)
  await db
    .insert(payments)
    .values({
      id,
      receipt: `rcpt_${id.replaceAll('-', '')}`,
      learnerId: caller.learnerId,
      courseId: course.id,
      courseTitle: course.title,
      amountInPaise,
      currency: 'INR',
      status: 'pending',
      createdAt: sql`clock_timestamp()`,
      nextCheckAt: sql`clock_timestamp() + interval '30 seconds'`,
    })
    .onConflictDoNothing()
  const [payment] = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.learnerId, caller.learnerId),
        eq(payments.courseId, course.id),
        eq(payments.amountInPaise, amountInPaise),
        eq(payments.status, 'pending'),
      ),
    )
  if (!payment) throw new ProblemError('course_already_owned') // settled within these milliseconds
  return payment
}

/**
 * Places the order at the provider. An order whose answer was lost is found again by its receipt;
 * of two placed at once, the first one written down is the one both callers get.
 */
export async function placeOrder(
  deps: CheckoutDependencies,
  payment: PaymentRow,
): Promise<PaymentRow & { orderId: string }> {
  const isFresh = Date.now() - payment.createdAt.getTime() < 1000
  const known = isFresh ? [] : await deps.razorpay.listOrders({ receipt: payment.receipt })
  const order =
    known.find((candidate) => candidate.amountInPaise === payment.amountInPaise) ??
    (await deps.razorpay.createOrder({
      amountInPaise: payment.amountInPaise,
      currency: payment.currency,
      receipt: payment.receipt,
      notes: { course_id: payment.courseId },
    }))
  return deps.db.transaction(async (db) => {
    const [placed] = await db
      .update(payments)
      .set({ orderId: order.id, lastAskedAt: sql`clock_timestamp()` })
      .where(and(eq(payments.id, payment.id), sql`order_id is null`))
      .returning()
    if (placed) {
      await db.insert(paymentEvents).values({
        paymentId: payment.id,
        source: 'academy',
        kind: 'order.created',
        orderId: order.id,
        content: { amountInPaise: payment.amountInPaise },
        outcome: 'The order was made.',
        happenedAt: sql`clock_timestamp()`,
      })
    }
    const [current] = await db.select().from(payments).where(eq(payments.id, payment.id))
    if (!current || current.orderId === null) throw new Error('the order was not written down')
    return { ...current, orderId: current.orderId }
  })
}
