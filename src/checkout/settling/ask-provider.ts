import { ProblemError } from '../../http/problem.ts'
import type { RazorpayPayment } from '../../outside/razorpay/entities.ts'
import { RazorpayError } from '../../outside/razorpay/razorpay-error.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { PaymentRow } from '../tables.ts'
import { inHearingOrder, type PaymentSnapshot } from './decide-payment.ts'
import { type News, settlePayment } from './settle-payment.ts'
import { snapshotOf } from './snapshots.ts'

/** After this long an order that nobody paid is shown as failed; a late payment still settles it. */
const abandonedAfterInMs = 4 * 24 * 3_600_000

/**
 * Asks the provider about an order and settles all it says: every attempt, money that is there first,
 * then the sum. What the bank agreed to and the order needs is captured at once. Throws RazorpayError
 * when the provider is away.
 */
export async function askAndSettle(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  source: 'provider' | 'administrator' | 'academy',
): Promise<PaymentRow> {
  if (payment.orderId === null) return payment
  const listed = await deps.razorpay.listOrderPayments(payment.orderId)
  const attempts = readAttempts(listed)
  for (const attempt of attempts) {
    await settleAttempt(deps, payment.id, attempt, { source, kind: 'asked' })
  }
  const heard = {
    kind: 'attempts_listed' as const,
    attempts,
    isOrderAbandoned: Date.now() - payment.createdAt.getTime() > abandonedAfterInMs,
  }
  return (await settlePayment(deps, payment.id, { source, kind: 'listed', heard })).payment
}

/** A listing in the order in which it is heard; unknown statuses are left out. */
export function readAttempts(listed: readonly RazorpayPayment[]): PaymentSnapshot[] {
  const snapshots = listed
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(snapshotOf)
    .filter((snapshot) => snapshot !== null)
  return inHearingOrder(snapshots)
}

/**
 * Settles one attempt that the provider was just asked about. If the rules want it collected it is,
 * and what came of it is settled too.
 */
export async function settleAttempt(
  deps: CheckoutDependencies,
  paymentId: string,
  attempt: PaymentSnapshot,
  told: Pick<News, 'source' | 'kind'>,
): Promise<PaymentRow> {
  const hear = (payment: PaymentSnapshot) =>
    settlePayment(deps, paymentId, { ...told, heard: { kind: 'payment', payment } })
  const settled = await hear(attempt)
  if (!settled.due.some((effect) => effect.kind === 'capture')) return settled.payment
  const collected = snapshotOf(await capture(deps, attempt))
  return collected === null ? settled.payment : (await hear(collected)).payment
}

/**
 * When the provider's own capture was faster, "already captured" is as good, and when the money went
 * back meanwhile that is to be heard: the payment is asked for again.
 */
async function capture(
  deps: CheckoutDependencies,
  { paymentId, amountInPaise, currency }: PaymentSnapshot,
): Promise<RazorpayPayment> {
  try {
    return await deps.razorpay.capturePayment(paymentId, { amountInPaise, currency })
  } catch (error) {
    if (error instanceof RazorpayError && error.kind === 'refused') {
      return deps.razorpay.fetchPayment(paymentId)
    }
    throw error
  }
}

/** What a client is told when the provider did not do as asked. */
export function problemFor(error: unknown): unknown {
  if (!(error instanceof RazorpayError)) return error
  if (error.kind === 'refused') return new ProblemError('provider_refused')
  return new ProblemError('provider_unavailable', {
    retryAfterInSeconds: error.retryAfterInSeconds ?? 5,
  })
}
