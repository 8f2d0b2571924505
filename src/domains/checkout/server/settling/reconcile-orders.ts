import { and, between, eq, exists, gt, isNull, lte, not, type SQL, sql } from 'drizzle-orm'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { isAmong } from '../../../../platform/database/is-among.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { placeOrder } from '../orders/place-order.ts'
import { performRefunds } from '../refunds/perform-refunds.ts'
import { type OrderRow, orderEvents, orders } from '../tables.ts'
import { raiseAlarm } from './alarms.ts'
import { fetchAndSettle } from './fetch-from-provider.ts'
import { claimedUntil, planNextCheck } from './plan-next-check.ts'
import { settleFreeOrder } from './settle-free-order.ts'
import { settleOrder } from './settle-order.ts'

/** Asked at once; small, so that the provider is never flooded, however many processes run. */
const askedAtOnce = 4
const claimedAtOnce = 20
/** One lost answer is bad luck; after two in a row the others wait for the next round. */
const missesThatMeanAway = 2

/**
 * Asks the provider about every order that is due, and makes every refund that is due. The times of
 * the next question stand in the rows: a question whose process died is asked again. Stops for this
 * round when the provider is busy or away, and when told to. Resolves to how many orders were asked about.
 */
export async function reconcileOrders(
  deps: CheckoutDependencies,
  stopping?: AbortSignal,
): Promise<number> {
  await performRefunds(deps, { stopping })
  let asked = 0
  while (!stopping?.aborted) {
    const claimed = await claimDue(deps)
    asked += claimed.length
    const isAway = await askAll(deps, claimed, stopping)
    if (isAway || claimed.length < claimedAtOnce) break
  }
  await performRefunds(deps, { stopping })
  await watchWebhooks(deps)
  return asked
}

/** Orders that wait for money first. */
async function claimDue(deps: CheckoutDependencies): Promise<OrderRow[]> {
  const due = deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(lte(orders.nextCheckAt, sql`now()`))
    .orderBy(sql`${orders.status} <> 'pending'`, orders.nextCheckAt)
    .limit(claimedAtOnce)
    .for('update', { skipLocked: true })
  return deps.db
    .update(orders)
    .set({ checks: sql`${orders.checks} + 1`, nextCheckAt: claimedUntil })
    .where(isAmong(orders.id, due))
    .returning()
}

async function askAll(
  deps: CheckoutDependencies,
  claimed: OrderRow[],
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const waiting = [...claimed]
  let misses = 0
  const isAway = (): boolean => misses >= missesThatMeanAway
  const askInTurn = async (): Promise<void> => {
    for (let order = waiting.shift(); order; order = waiting.shift()) {
      if (isAway() || stopping?.aborted) {
        await postpone(deps, order, stopping?.aborted ? 0 : 20)
        continue
      }
      const answer = await askOne(deps, order)
      misses = answer === 'answered' ? 0 : misses + (answer === 'busy' ? missesThatMeanAway : 1)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, askInTurn))
  return isAway()
}

async function askOne(
  deps: CheckoutDependencies,
  order: OrderRow,
): Promise<'answered' | 'unavailable' | 'busy'> {
  try {
    if (order.amountInPaise === 0) await settleFreeOrder(deps, order.id)
    else if (order.razorpayOrderId === null) await recoverOrder(deps, order)
    else await fetchAndSettle(deps, order, 'provider')
    await planNextCheck(deps.db, order)
    return 'answered'
  } catch (error) {
    if (!(error instanceof RazorpayError)) {
      deps.log.error({ err: error, order_id: order.id }, 'order not reconciled')
      await planNextCheck(deps.db, order)
      return 'answered'
    }
    deps.log.warn({ order_id: order.id, kind: error.kind }, 'provider did not answer')
    if (error.kind === 'refused') {
      await planNextCheck(deps.db, order)
      return 'answered'
    }
    await postpone(deps, order, error.retryAfterInSeconds ?? 20)
    return error.kind === 'unavailable' ? 'unavailable' : 'busy'
  }
}

/** An order whose answer was lost: it is found by its receipt, or, unpaid for an hour, given up. */
async function recoverOrder(deps: CheckoutDependencies, order: OrderRow): Promise<void> {
  const isOld = Date.now() - order.createdAt.getTime() > 3_600_000
  if (!isOld) {
    await placeOrder(deps, order)
    return
  }
  const known = await deps.razorpay.listOrders({ receipt: order.receipt })
  if (known.length > 0) await placeOrder(deps, order)
  else await giveUp(deps, order)
}

async function giveUp(deps: CheckoutDependencies, order: OrderRow): Promise<void> {
  const update = { kind: 'order_lost' as const }
  await settleOrder(deps, order.id, { source: 'academy', kind: 'order.lost', update })
  await deps.db
    .update(orders)
    .set({ nextCheckAt: null })
    .where(and(eq(orders.id, order.id), isNull(orders.razorpayOrderId)))
}

async function postpone(
  deps: CheckoutDependencies,
  order: OrderRow,
  seconds: number,
): Promise<void> {
  await deps.db
    .update(orders)
    .set({
      checks: sql`greatest(${orders.checks} - 1, 0)`,
      nextCheckAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where(eq(orders.id, order.id))
}

/**
 * Money moved without a webhook: three or more paid orders of the last hour were completed more than ten
 * minutes ago and no webhook of theirs ever came.
 */
async function watchWebhooks(deps: CheckoutDependencies): Promise<void> {
  const webhook = deps.db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orders.id), eq(orderEvents.source, 'webhook')))
  const settledLately = between(
    orders.completedAt,
    sql`now() - interval '1 hour'`,
    sql`now() - interval '10 minutes'`,
  )
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`
  const [found] = await deps.db
    .select({ silent: count(not(exists(webhook))), heard: count(exists(webhook)) })
    .from(orders)
    .where(and(settledLately, gt(orders.amountInPaise, 0)))
  if (!found || found.silent < 3 || found.heard > 0) return
  await raiseAlarm(deps.db, {
    subject: 'webhooks silent',
    message: `${found.silent} payments of the last hour were settled without a webhook. Please look at the webhook's address and state at Razorpay.`,
    orderId: null,
  })
}
