import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import { ownsAll } from '../../../access/server/check-access.ts'
import { lockAccessToAll } from '../../../access/server/lock-access.ts'
import { isErased } from '../../../accounts/server/find-user.ts'
import {
  isUseLeft,
  releaseCoupon,
  spendCoupon,
} from '../../../offers/server/coupons/hold-coupon.ts'
import { lockCoupons } from '../../../offers/server/coupons/lock-coupons.ts'
import type { OrderStatus, UpdateSource } from '../../statuses.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { listCourseIds } from '../orders/order-items.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { creditPart } from '../refunds/credit-part.ts'
import { doubtRefund, recordProviderRefund, recordRefund } from '../refunds/record-refund.ts'
import { sumReturns } from '../refunds/record-return.ts'
import { disputes, type OrderRow, orderEvents, orders, refunds } from '../tables.ts'
import { raiseNewAlarm, resolveAlarm } from './alarms.ts'
import { closeCourses, openCourses } from './change-courses.ts'
import {
  type Decision,
  decideOrder,
  type Effect,
  type OrderState,
  type OrderUpdate,
} from './decide-order.ts'
import { settledCheck } from './plan-next-check.ts'
import { recordDispute } from './record-dispute.ts'
import { recordCouponRelease, recordEvent } from './record-event.ts'

/** An update and who told us. The provider's own event id makes a repeated delivery recognisable. */
export interface ReceivedUpdate {
  source: UpdateSource
  /** e.g. `payment.captured`, `verify`, `poll`. */
  kind: string
  externalId?: string
  update: OrderUpdate
}

export interface SettledOrder {
  order: OrderRow
  /** The provider is now to be asked for the money; the reconciler asks if nobody else does. */
  isCaptureDue: boolean
}

/**
 * The one way in which an order changes: browser, webhook, reconciler, learner and administrator all
 * come through here. One transaction, the row locked: decide, change money and access together,
 * record the update. The same update again changes nothing. `guard` sees the locked row first and may
 * refuse by throwing.
 */
export async function settleOrder(
  deps: CheckoutDependencies,
  orderId: string,
  received: ReceivedUpdate,
  guard: (order: OrderRow) => void = () => undefined,
): Promise<SettledOrder> {
  return deps.db.transaction(async (db) => {
    const before = await lockOrder(db, orderId)
    guard(before)
    const state = await readState(db, before)
    // In the language of the books, whoever asks: what was dealt with is known again by its words.
    const decision = runInLanguage(undefined, () => decideOrder(state, received.update))
    const outcome = wordOutcome(before, decision)
    const isFresh = await recordUpdate(db, before, received, outcome)
    if (!isFresh) return { order: before, isCaptureDue: false }
    const order = await writeRow(deps, db, before, decision)
    const { update, source } = received
    if (update.kind === 'dispute') await recordDispute(db, order.id, update.dispute, source)
    for (const effect of decision.effects) await applyEffect(deps, db, order, effect)
    return { order, isCaptureDue: decision.effects.some(({ kind }) => kind === 'capture') }
  })
}

/**
 * Checkouts that are open no more, with the reason. No word on what was paid: that is settled whenever it
 * is heard. Inside a transaction that has locked them.
 */
export async function giveUpOrders(db: Database, ids: string[], failure: string): Promise<void> {
  await db
    .update(orders)
    .set({ status: 'failed', failure })
    .where(and(inArray(orders.id, ids), eq(orders.status, 'pending')))
}

/** The rules know of one order and not of how many courses it opens. */
function wordOutcome({ bundleId }: OrderRow, { outcome }: Decision): string {
  if (bundleId === null) return outcome
  return outcome
    .replace('the course is open', 'its courses are open')
    .replace('the course closed', 'its courses closed')
}

async function lockOrder(db: Database, orderId: string): Promise<OrderRow> {
  // Not from what only refers to the row, such as events that another transaction records of it.
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (!order) throw new ProblemError('payment_not_found')
  // Orders of one learner for one course take turns, so that only one of them opens the course.
  await lockAccessToAll(db, order.learnerId, await listCourseIds(db, orderId))
  if (mayMoveCoupon(order)) await lockCoupons(db, order.learnerId, order.couponCode)
  return order
}

/** Once an order has opened its courses its use is final. */
function mayMoveCoupon(order: OrderRow): boolean {
  return order.couponCode !== null && order.completedAt === null
}

/** What the rules need to know of an order. */
export async function readState(db: Database, order: OrderRow): Promise<OrderState> {
  const refunded = await db
    .select({ id: refunds.razorpayPaymentId })
    .from(refunds)
    .where(eq(refunds.orderId, order.id))
  const { refundedInPaise } = await sumReturns(db, order.id)
  return {
    status: order.status,
    amountInPaise: order.amountInPaise,
    currency: order.currency,
    razorpayPaymentId: order.razorpayPaymentId,
    wasOpened: order.completedAt !== null,
    isOwnedOtherwise:
      order.status !== 'completed' &&
      (await ownsAll(db, order.learnerId, await listCourseIds(db, order.id))),
    isBuyerErased: await isErased(db, order.learnerId),
    isCouponLeft: !mayMoveCoupon(order) || (await isUseLeft(db, order.id)),
    refundedRazorpayPaymentIds: refunded.map((refund) => refund.id),
    refundedInPaise,
    lostDisputes: await db
      .select({
        disputeId: disputes.id,
        razorpayPaymentId: disputes.razorpayPaymentId,
        amountDeductedInPaise: disputes.deductedInPaise,
      })
      .from(disputes)
      .where(and(eq(disputes.orderId, order.id), eq(disputes.status, 'lost'))),
  }
}

/** False if this very event was handled before. Polls that bring nothing new leave no trace. */
async function recordUpdate(
  db: Database,
  order: OrderRow,
  received: ReceivedUpdate,
  outcome: string,
): Promise<boolean> {
  const { source, kind, externalId, update } = received
  if (update.kind === 'attempts_listed' && order.status !== 'pending') return true
  const razorpayPaymentId = razorpayPaymentOf(update)
  const event = { orderId: order.id, source, kind, razorpayPaymentId, outcome }
  if (externalId === undefined && (await isLastOutcome(db, event, update))) return true
  const { razorpayOrderId } = order
  return recordEvent(db, { ...event, externalId, razorpayOrderId, content: contentOf(update) })
}

/** Asking again and hearing the same would only make the timeline long. */
async function isLastOutcome(
  db: Database,
  event: Pick<
    typeof orderEvents.$inferSelect,
    'source' | 'kind' | 'razorpayPaymentId' | 'outcome'
  > & { orderId: string },
  update: OrderUpdate,
): Promise<boolean> {
  const [last] = await db
    .select({ outcome: orderEvents.outcome })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, event.orderId),
        eq(orderEvents.source, event.source),
        eq(orderEvents.kind, event.kind),
        sql`${orderEvents.razorpayPaymentId} is not distinct from ${event.razorpayPaymentId}`,
        // Of two disputes about a payment each is told again and again.
        update.kind === 'dispute'
          ? sql`${orderEvents.content} ->> 'disputeId' = ${update.dispute.disputeId}`
          : undefined,
      ),
    )
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.outcome === event.outcome
}

function razorpayPaymentOf(update: OrderUpdate): string | null {
  if (update.kind === 'payment') return update.payment.razorpayPaymentId
  return update.kind === 'dispute' ? update.dispute.razorpayPaymentId : null
}

function contentOf(update: OrderUpdate): Record<string, unknown> {
  switch (update.kind) {
    case 'payment':
      return { ...update.payment }
    case 'dispute':
      return { ...update.dispute }
    case 'attempts_listed':
      return { attempts: update.attempts.length }
    case 'refund_requested':
    case 'nothing_to_pay':
    case 'order_lost':
      return {}
  }
}

async function writeRow(
  { figures }: CheckoutDependencies,
  db: Database,
  before: OrderRow,
  decision: Decision,
): Promise<OrderRow> {
  const isChanged =
    decision.status !== before.status ||
    decision.razorpayPaymentId !== before.razorpayPaymentId ||
    (decision.failure !== undefined && decision.failure !== before.failure)
  if (!isChanged) return before
  const becomes = (status: OrderStatus): boolean =>
    decision.status === status && before.status !== status
  const [after] = await db
    .update(orders)
    .set({
      status: decision.status,
      razorpayPaymentId: decision.razorpayPaymentId,
      ...(decision.method !== undefined && { method: decision.method }),
      ...(decision.failure !== undefined && { failure: decision.failure }),
      ...(becomes('completed') && {
        completedAt: sql`clock_timestamp()`,
        guaranteeInDays: figures.guaranteeInDays,
        refundedAt: null,
        nextCheckAt: settledCheck,
      }),
      ...(becomes('refunded') && {
        refundedAt: sql`clock_timestamp()`,
        nextCheckAt: settledCheck,
      }),
    })
    .where(eq(orders.id, before.id))
    .returning()
  return after ?? before
}

async function applyEffect(
  deps: CheckoutDependencies,
  db: Database,
  order: OrderRow,
  effect: Effect,
): Promise<void> {
  switch (effect.kind) {
    case 'spend_coupon':
      if (order.couponCode !== null) await spendCoupon(db, order.id)
      return
    case 'release_coupon':
      await giveCouponBack(db, order, effect.when)
      return
    case 'grant':
      await openCourses(deps, db, order)
      return
    case 'revoke':
      await closeCourses(db, order, effect.reason)
      return
    case 'issue_receipt':
      await issueReceipt(deps, db, order)
      return
    case 'refund':
      await recordRefund(deps, db, order, effect)
      return
    case 'note_refund':
      await recordProviderRefund(deps, db, order, effect)
      return
    case 'doubt_refund':
      await doubtRefund(db, effect.razorpayPaymentId)
      return
    case 'credit_part':
      await creditPart(deps, db, order, effect)
      return
    case 'resolve_alarm':
      await resolveAlarm(db, effect.subject)
      return
    case 'alarm':
      await raiseNewAlarm(db, { ...effect, orderId: order.id })
      return
    case 'capture':
      // The call is made after this commits; should the process die first, the reconciler makes it.
      await db
        .update(orders)
        .set({ nextCheckAt: sql`clock_timestamp() + interval '5 seconds'` })
        .where(eq(orders.id, order.id))
  }
}

async function giveCouponBack(
  db: Database,
  order: OrderRow,
  when: 'now' | 'overdue',
): Promise<void> {
  if (order.couponCode === null || !(await releaseCoupon(db, order.id, when))) return
  await recordCouponRelease(db, order.id)
}
