import { and, eq, isNull, sql } from 'drizzle-orm'
import { RazorpayError } from '../../outside/razorpay/razorpay-error.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { placeOrder } from '../orders/create-order.ts'
import { performRefunds } from '../refunds/perform-refunds.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { askAndSettle } from './ask-provider.ts'
import { claimedUntil, planNextCheck } from './plan-next-check.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { settlePayment } from './settle-payment.ts'

/** Asked at once; small, so that the provider is never flooded, however many processes run. */
const askedAtOnce = 4
const claimedAtOnce = 20
/** One lost answer is bad luck; after two in a row the others wait for the next round. */
const missesThatMeanAway = 2

/**
 * Asks the provider about every order that is due, and makes every refund that is due. The times of
 * the next question stand in the rows: a question whose process died is asked again. Stops for this
 * round when the provider is busy or away. Resolves to how many orders were asked about.
 */
export async function reconcilePayments(deps: CheckoutDependencies): Promise<number> {
  await performRefunds(deps)
  let asked = 0
  for (;;) {
    const claimed = await claimDue(deps)
    asked += claimed.length
    const isAway = await askAll(deps, claimed)
    if (isAway || claimed.length < claimedAtOnce) break
  }
  await performRefunds(deps)
  await watchWebhooks(deps)
  return asked
}

/** Orders that wait for money first. */
async function claimDue(deps: CheckoutDependencies): Promise<PaymentRow[]> {
  return deps.db
    .update(payments)
    .set({
      checks: sql`checks + 1`,
      nextCheckAt: claimedUntil,
    })
    .where(
      sql`id in (
        select id from payments where next_check_at <= now()
         order by status <> 'pending', next_check_at
         limit ${claimedAtOnce} for update skip locked)`,
    )
    .returning()
}

async function askAll(deps: CheckoutDependencies, claimed: PaymentRow[]): Promise<boolean> {
  const waiting = [...claimed]
  let misses = 0
  const isAway = (): boolean => misses >= missesThatMeanAway
  const askInTurn = async (): Promise<void> => {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      if (isAway()) {
        await postpone(deps, payment)
        continue
      }
      const answer = await askOne(deps, payment)
      misses = answer === 'answered' ? 0 : misses + (answer === 'busy' ? missesThatMeanAway : 1)
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, askInTurn))
  return isAway()
}

async function askOne(
  deps: CheckoutDependencies,
  payment: PaymentRow,
): Promise<'answered' | 'unavailable' | 'busy'> {
  try {
    if (payment.orderId === null) await recoverOrder(deps, payment)
    else await askAndSettle(deps, payment, 'provider')
    await planNextCheck(deps.db, payment)
    return 'answered'
  } catch (error) {
    if (!(error instanceof RazorpayError)) {
      deps.log.error({ err: error, payment_id: payment.id }, 'order not reconciled')
      await planNextCheck(deps.db, payment)
      return 'answered'
    }
    deps.log.warn({ payment_id: payment.id, kind: error.kind }, 'provider did not answer')
    await postpone(deps, payment, error.retryAfterInSeconds ?? 20)
    if (error.kind === 'refused') return 'answered'
    return error.kind === 'unavailable' ? 'unavailable' : 'busy'
  }
}

/** An order whose answer was lost: it is found by its receipt, or, unpaid for an hour, given up. */
async function recoverOrder(deps: CheckoutDependencies, payment: PaymentRow): Promise<void> {
  const isOld = Date.now() - payment.createdAt.getTime() > 3_600_000
  if (!isOld) {
    await placeOrder(deps, payment)
    return
  }
  const known = await deps.razorpay.listOrders({ receipt: payment.receipt })
  if (known.length > 0) await placeOrder(deps, payment)
  else await giveUp(deps, payment)
}

async function giveUp(deps: CheckoutDependencies, payment: PaymentRow): Promise<void> {
  const heard = { kind: 'order_lost' as const }
  await settlePayment(deps, payment.id, { source: 'academy', kind: 'order.lost', heard })
  await deps.db
    .update(payments)
    .set({ nextCheckAt: null })
    .where(and(eq(payments.id, payment.id), isNull(payments.orderId)))
}

async function postpone(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  seconds = 20,
): Promise<void> {
  await deps.db
    .update(payments)
    .set({
      checks: sql`greatest(checks - 1, 0)`,
      nextCheckAt: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
    })
    .where(eq(payments.id, payment.id))
}

/**
 * Money moved without a webhook: three or more orders of the last hour were completed more than ten
 * minutes ago and no webhook of theirs ever came.
 */
async function watchWebhooks(deps: CheckoutDependencies): Promise<void> {
  const { rows } = await deps.db.execute<{ silent: string; heard: string }>(sql`
    select count(*) filter (where heard.id is null) as silent, count(heard.id) as heard
      from payments
      left join lateral (
        select id from payment_events
         where payment_id = payments.id and source = 'webhook' limit 1) heard on true
     where completed_at between now() - interval '1 hour'
                            and now() - interval '10 minutes'`)
  const silent = Number(rows[0]?.silent ?? 0)
  if (silent < 3 || Number(rows[0]?.heard ?? 0) > 0) return
  await raiseAlarm(deps.db, {
    subject: 'webhooks silent',
    message: `${silent} payments of the last hour were settled without a webhook. Please look at the webhook's address and state at Razorpay.`,
    paymentId: null,
  })
}
