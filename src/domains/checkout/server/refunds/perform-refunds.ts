import { and, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { RazorpayDispute, RazorpayRefund } from '../../../../integrations/razorpay/entities.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { isAmong } from '../../../../platform/database/is-among.ts'
import { formatPaise } from '../../../../shared/money.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { raiseAlarm, raiseNewAlarm, resolveAlarm } from '../settling/alarms.ts'
import { nextRefundAttempt } from '../settling/plan-next-check.ts'
import { listLostDisputes } from '../settling/recent-disputes.ts'
import { settleOrder } from '../settling/settle-order.ts'
import { disputeSnapshotOf } from '../settling/snapshots.ts'
import { type RefundRow, refunds } from '../tables.ts'
import { planRefund, type RefundStep } from './plan-refund.ts'
import { closeRefund } from './record-refund.ts'

/** So many are looked at in one round. */
export const refundsInRound = 10

/**
 * Brings every refund that is due nearer to its end: asks the provider what is left of the payment,
 * and for that. A claim whose process dies comes due again, and is asked for again with the same key:
 * the provider then answers with the refund it made, never with a second one. Stops for this round when the
 * provider is busy, for as long as that asks, and when told to. Resolves to how many were looked at.
 */
export async function performRefunds(
  deps: CheckoutDependencies,
  { orderId, stopping }: { orderId?: string; stopping?: AbortSignal | undefined } = {},
): Promise<number> {
  const claimed = await claimDueRefunds(deps, orderId)
  for (const [index, refund] of claimed.entries()) {
    if (stopping?.aborted) {
      await giveBack(deps, claimed.slice(index))
      return index
    }
    try {
      await performRefund(deps, refund)
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error
      // Not for a call of its own that is under way (409): that says nothing of the others.
      if (error.status === 429) {
        await giveBack(deps, claimed.slice(index), Math.min(error.retryAfterInSeconds ?? 20, 3600))
        return index
      }
      await noteTrouble(deps, refund, error)
    }
  }
  return claimed.length
}

/** What was claimed and not asked for is due as if it had not been, at once or so many seconds later. */
async function giveBack(
  deps: CheckoutDependencies,
  claimed: RefundRow[],
  inSeconds = 0,
): Promise<void> {
  const nextAttemptAt = sql`clock_timestamp() + ${inSeconds} * interval '1 second'`
  const ids = claimed.map(({ id }) => id)
  await deps.db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} - 1`, nextAttemptAt })
    .where(and(inArray(refunds.id, ids), isNotNull(refunds.nextAttemptAt)))
}

/** Makes what is not done of an order's refunds due now: something was heard about one of them. */
export async function makeRefundsDue(deps: CheckoutDependencies, orderId: string): Promise<void> {
  await deps.db
    .update(refunds)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(and(eq(refunds.orderId, orderId), ne(refunds.cause, 'dispute')))
}

/** The same for every refund that is not done, whichever order it is of. */
export async function makeAllRefundsDue(db: CheckoutDependencies['db']): Promise<void> {
  await db
    .update(refunds)
    .set({ nextAttemptAt: sql`clock_timestamp()` })
    .where(and(isNotNull(refunds.nextAttemptAt), ne(refunds.status, 'processed')))
}

async function claimDueRefunds(
  deps: CheckoutDependencies,
  orderId: string | undefined,
): Promise<RefundRow[]> {
  const isOfOrder = orderId === undefined ? undefined : eq(refunds.orderId, orderId)
  const due = deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(lte(refunds.nextAttemptAt, sql`now()`), isOfOrder))
    .orderBy(refunds.nextAttemptAt)
    .limit(refundsInRound)
    .for('update', { skipLocked: true })
  return deps.db
    .update(refunds)
    .set({ attempts: sql`${refunds.attempts} + 1`, nextAttemptAt: nextRefundAttempt })
    .where(isAmong(refunds.id, due))
    .returning()
}

async function performRefund(deps: CheckoutDependencies, refund: RefundRow): Promise<void> {
  const { razorpay } = deps
  const payment = await razorpay.fetchPayment(refund.razorpayPaymentId)
  const made = await razorpay.listPaymentRefunds(refund.razorpayPaymentId)
  const view = {
    amountInPaise: payment.amountInPaise,
    isRefunded: payment.status === 'refunded',
    isPaidOutside: refund.paidOutsideAt !== null,
    refunds: made,
  }
  const first = planRefund({ ...view, deductedInPaise: 0 })
  // Before it is given: the bank may have taken it meanwhile, and nobody told us.
  const lost = first.kind === 'ask' ? await listLostDisputes(deps, refund.razorpayPaymentId) : []
  const deductedInPaise = lost.reduce((sum, dispute) => sum + dispute.amountDeductedInPaise, 0)
  const step = planRefund({ ...view, deductedInPaise })
  if (refund.paidOutsideAt !== null) return noteGivenBesides(deps, refund, step)
  if (step.kind === 'leave') return
  if (step.kind === 'lost') return noteLost(deps, refund, lost)
  if (step.kind === 'done')
    return record(deps, refund, 'processed', step.refundId, step.amountInPaise ?? undefined)
  if (step.kind === 'wait')
    return record(deps, refund, 'pending', step.refundId, step.amountInPaise)
  // What was pending or done before is neither now: the bank could not pay it out.
  if (['pending', 'processed'].includes(refund.status) && step.failures > 0) {
    await record(deps, refund, 'failed', refund.razorpayRefundId)
    await raiseFailure(deps, refund)
  }
  // Somebody may have paid it back meanwhile.
  if ((await deps.db.$count(refunds, isNotDone(refund))) === 0) return
  const answer = await askForRefund(deps, refund, step)
  if (answer.status !== 'failed') {
    const isDone = answer.status === 'processed'
    return record(deps, refund, isDone ? 'processed' : 'pending', answer.id, answer.amountInPaise)
  }
  await record(deps, refund, 'failed', answer.id)
  await raiseFailure(deps, refund)
}

/** What a bank took back in full is never given once more. */
async function noteLost(
  deps: CheckoutDependencies,
  refund: RefundRow,
  lost: RazorpayDispute[],
): Promise<void> {
  // Nothing of it stands with the provider, whatever was heard before: it is not taken twice.
  await record(deps, refund, 'failed', refund.razorpayRefundId)
  for (const dispute of lost) {
    const update = { kind: 'dispute' as const, dispute: disputeSnapshotOf(dispute) }
    await settleOrder(deps, refund.orderId, { source: 'provider', kind: 'dispute', update })
  }
  // Also where the payment was not of the order's amount, and its dispute says nothing of the order.
  await closeRefund(deps.db, refund.razorpayPaymentId)
  await resolveAlarm(deps.db, alarmSubject(refund))
}

/** Nothing is asked for any more. What was under way then, and came, is written down and told. */
async function noteGivenBesides(
  deps: CheckoutDependencies,
  refund: RefundRow,
  step: RefundStep,
): Promise<void> {
  if (step.kind === 'wait') return
  const given = step.kind === 'done' ? step : null
  await deps.db.transaction(async (db) => {
    await db
      .update(refunds)
      .set({ nextAttemptAt: null, ...(given && { razorpayRefundId: given.refundId }) })
      .where(eq(refunds.id, refund.id))
    if (!given) return
    const message = `${formatPaise(given.amountInPaise ?? refund.amountInPaise)} of payment ${refund.razorpayPaymentId} went back through Razorpay as well as outside of it.`
    await raiseNewAlarm(db, { subject: alarmSubject(refund), message, orderId: refund.orderId })
  })
}

/**
 * The key follows from the situation: the same amount after the same failures has the same key, in
 * whichever process and however often it is asked for; another situation needs another.
 */
function askForRefund(
  deps: CheckoutDependencies,
  refund: RefundRow,
  { amountInPaise, failures }: { amountInPaise: number; failures: number },
): Promise<RazorpayRefund> {
  return deps.razorpay.refundPayment(refund.razorpayPaymentId, {
    amountInPaise,
    speed: 'normal',
    // At most forty characters.
    receipt: `${refund.id.replaceAll('-', '')}-${failures}`.slice(0, 40),
    idempotencyKey: `${refund.idempotencyKey}-${amountInPaise}-${failures}`,
  })
}

/** A slow answer says nothing new of a refund that another has brought to its end meanwhile. */
async function record(
  deps: CheckoutDependencies,
  refund: RefundRow,
  status: 'processed' | 'pending' | 'failed',
  razorpayRefundId: string | null,
  amountInPaise: number = refund.amountInPaise,
): Promise<void> {
  const isDone = status === 'processed'
  const written = await deps.db
    .update(refunds)
    .set({
      status,
      razorpayRefundId,
      amountInPaise,
      processedAt: isDone ? sql`coalesce(${refunds.processedAt}, clock_timestamp())` : null,
      ...(isDone && { failure: null, nextAttemptAt: null }),
    })
    .where(isDone ? isOurs(refund) : isNotDone(refund))
    .returning({ id: refunds.id })
  if (isDone && written.length > 0) await resolveAlarm(deps.db, alarmSubject(refund))
}

async function raiseFailure(deps: CheckoutDependencies, refund: RefundRow): Promise<void> {
  const message = `Razorpay could not give ${formatPaise(refund.amountInPaise)} of payment ${refund.razorpayPaymentId} back. It is tried again; if that fails too, please pay it back outside Razorpay; support or an owner then says so on the learner’s page.`
  await raiseUnlessDone(deps, refund, message)
}

async function noteTrouble(
  deps: CheckoutDependencies,
  refund: RefundRow,
  error: RazorpayError,
): Promise<void> {
  const isTrouble = error.kind === 'refused' || refund.attempts >= 8
  deps.log.warn({ refund_id: refund.id, kind: error.kind }, 'refund not made yet')
  await deps.db
    .update(refunds)
    .set({
      failure: error.message.slice(0, 300),
      // What is pending at the provider stays so, and nobody knows what became of one without an answer.
      ...(error.kind === 'refused' && {
        status: sql`case ${refunds.status} when 'intended' then 'failed' else ${refunds.status} end`,
      }),
    })
    .where(isNotDone(refund))
  if (!isTrouble) return
  const message = `${formatPaise(refund.amountInPaise)} of payment ${refund.razorpayPaymentId} could not be given back: ${error.message}`
  await raiseUnlessDone(deps, refund, message)
}

/** Its row locked, as whoever ends it closes its alarm afterwards. */
async function raiseUnlessDone(
  deps: CheckoutDependencies,
  refund: RefundRow,
  message: string,
): Promise<void> {
  await deps.db.transaction(async (db) => {
    const open = await db.select().from(refunds).where(isNotDone(refund)).for('update')
    if (open.length === 0) return
    await raiseAlarm(db, { subject: alarmSubject(refund), message, orderId: refund.orderId })
  })
}

function isNotDone(refund: RefundRow): SQL | undefined {
  return and(isOurs(refund), isNotNull(refunds.nextAttemptAt))
}

/** Nobody paid it back outside the provider. */
function isOurs(refund: RefundRow): SQL | undefined {
  return and(eq(refunds.id, refund.id), isNull(refunds.paidOutsideAt))
}

export function alarmSubject(refund: Pick<RefundRow, 'razorpayPaymentId'>): string {
  return `refund ${refund.razorpayPaymentId}`
}
