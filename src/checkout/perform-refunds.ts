import { eq, sql } from 'drizzle-orm'
import type { RazorpayRefund } from '../outside/razorpay/entities.ts'
import { RazorpayError } from '../outside/razorpay/razorpay-error.ts'
import { newId } from '../platform/new-id.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { recordRefundStatus, refundReceipt } from './record-refund-status.ts'
import { type RefundRow, refunds } from './tables.ts'

/**
 * Asks the provider for every refund that is due, and how the pending ones stand. A claim whose
 * process dies comes due again, and is asked for again with the same key: the provider then answers
 * with the refund it made, never with a second one.
 */
export async function performRefunds(
  deps: CheckoutDependencies,
  only?: { paymentId: string },
): Promise<void> {
  for (const refund of await claimDueRefunds(deps, only?.paymentId)) {
    try {
      await performRefund(deps, refund)
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error
      await noteTrouble(deps, refund, error)
    }
  }
}

async function claimDueRefunds(
  deps: CheckoutDependencies,
  paymentId: string | undefined,
): Promise<RefundRow[]> {
  return deps.db
    .update(refunds)
    .set({
      attempts: sql`attempts + 1`,
      nextAttemptAt: sql`clock_timestamp() + make_interval(secs => least(20 * power(2, least(attempts, 10)), 21600))`,
    })
    .where(
      sql`id in (
        select id from refunds
         where next_attempt_at <= now()
           ${paymentId === undefined ? sql`` : sql`and payment_id = ${paymentId}`}
         order by next_attempt_at limit 10 for update skip locked)`,
    )
    .returning()
}

async function performRefund(deps: CheckoutDependencies, refund: RefundRow): Promise<void> {
  const made = await askForRefund(deps, refund)
  await recordRefundStatus(deps, refund, made)
}

async function askForRefund(
  deps: CheckoutDependencies,
  refund: RefundRow,
): Promise<RazorpayRefund> {
  if (refund.status === 'pending' && refund.razorpayRefundId !== null) {
    return deps.razorpay.fetchRefund(refund.razorpayRefundId)
  }
  const key = refund.status === 'failed' ? await renewKey(deps, refund) : refund.idempotencyKey
  try {
    return await giveBack(deps, refund, { key, amountInPaise: refund.amountInPaise })
  } catch (error) {
    if (!(error instanceof RazorpayError) || error.kind !== 'refused') throw error
    return giveBackTheRest(deps, refund, error)
  }
}

/**
 * Refused, because all of it was given back before (by a try whose answer was lost, or at the
 * dashboard), or a part of it: then the rest is given back now.
 */
async function giveBackTheRest(
  deps: CheckoutDependencies,
  refund: RefundRow,
  refusal: RazorpayError,
): Promise<RazorpayRefund> {
  const listed = await deps.razorpay.listPaymentRefunds(refund.razorpayPaymentId)
  const standing = listed.filter((candidate) => candidate.status !== 'failed')
  const known = standing.find((candidate) => candidate.status === 'pending') ?? standing[0]
  if (!known) throw refusal
  const given = standing.reduce((sum, candidate) => sum + candidate.amountInPaise, 0)
  const amountInPaise = refund.amountInPaise - given
  if (amountInPaise <= 0) return known
  return giveBack(deps, refund, { key: await renewKey(deps, refund), amountInPaise })
}

function giveBack(
  deps: CheckoutDependencies,
  refund: RefundRow,
  { key, amountInPaise }: { key: string; amountInPaise: number },
): Promise<RazorpayRefund> {
  return deps.razorpay.refundPayment(refund.razorpayPaymentId, {
    amountInPaise,
    speed: 'normal',
    receipt: refundReceipt(key),
    idempotencyKey: key,
  })
}

/** Only after the provider has said that the last try failed or was too much: another needs a new key. */
async function renewKey(deps: CheckoutDependencies, refund: RefundRow): Promise<string> {
  const key = `refund-${newId()}`
  await deps.db
    .update(refunds)
    .set({ idempotencyKey: key, status: 'intended', razorpayRefundId: null })
    .where(eq(refunds.id, refund.id))
  return key
}

async function noteTrouble(
  deps: CheckoutDependencies,
  refund: RefundRow,
  error: RazorpayError,
): Promise<void> {
  deps.log.warn({ refund_id: refund.id, kind: error.kind }, 'refund not made yet')
  await deps.db
    .update(refunds)
    .set({ failure: error.message.slice(0, 300) })
    .where(eq(refunds.id, refund.id))
  if (error.kind !== 'refused' && refund.attempts < 8) return
  await raiseAlarm(deps.db, {
    subject: `refund ${refund.razorpayPaymentId}`,
    message: `The refund of payment ${refund.razorpayPaymentId} does not go through: ${error.message}`,
    paymentId: refund.paymentId,
  })
}
