import { isOwned } from '../access/check-access.ts'
import { Refusal } from '../http/problem.ts'
import type { RazorpayPayment } from '../outside/razorpay/entities.ts'
import { RazorpayError } from '../outside/razorpay/razorpay-error.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { settlePayment } from './settle-payment.ts'
import { snapshotOf } from './snapshots.ts'
import type { PaymentRow } from './tables.ts'

/** After this long an order that nobody paid is shown as failed; a late payment still settles it. */
const abandonedAfterInMs = 4 * 24 * 3_600_000

/**
 * Asks the provider about an order and settles all it says: every attempt in turn, then the sum.
 * What the bank agreed to is captured at once. Throws RazorpayError when the provider is away.
 */
export async function askAndSettle(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  source: 'provider' | 'administrator' | 'academy',
): Promise<PaymentRow> {
  if (payment.orderId === null) return payment
  const listed = await deps.razorpay.listOrderPayments(payment.orderId)
  const attempts: RazorpayPayment[] = []
  for (const attempt of listed.toReversed())
    attempts.push(await captureIfNeeded(deps, payment, attempt))
  let current = payment
  const snapshots = attempts.map(snapshotOf).filter((snapshot) => snapshot !== null)
  for (const snapshot of snapshots) {
    const news = { source, kind: 'asked', heard: { kind: 'payment' as const, payment: snapshot } }
    current = (await settlePayment(deps, payment.id, news)).payment
  }
  const heard = {
    kind: 'attempts_listed' as const,
    attempts: snapshots,
    isOrderAbandoned: Date.now() - payment.createdAt.getTime() > abandonedAfterInMs,
  }
  current = (await settlePayment(deps, payment.id, { source, kind: 'listed', heard })).payment
  return current
}

/**
 * Collects an authorised payment of the right amount. When the provider's own capture was faster,
 * the answer "already captured" is as good: the payment is asked for again.
 */
export async function captureIfNeeded(
  deps: CheckoutDependencies,
  order: PaymentRow,
  payment: RazorpayPayment,
): Promise<RazorpayPayment> {
  const isWanted =
    payment.status === 'authorized' &&
    order.razorpayPaymentId === null &&
    payment.amountInPaise === order.amountInPaise &&
    payment.currency === order.currency
  if (!isWanted || (await isOwned(deps.db, order.learnerId, order.courseId))) return payment
  try {
    return await deps.razorpay.capturePayment(payment.id, {
      amountInPaise: order.amountInPaise,
      currency: order.currency,
    })
  } catch (error) {
    if (error instanceof RazorpayError && error.kind === 'refused') {
      return deps.razorpay.fetchPayment(payment.id)
    }
    throw error
  }
}

/** What a client is told when the provider did not do as asked. */
export function refusalFor(error: unknown): unknown {
  if (!(error instanceof RazorpayError)) return error
  if (error.kind === 'refused') return new Refusal('provider_refused')
  return new Refusal('provider_unavailable', {
    retryAfterInSeconds: error.retryAfterInSeconds ?? 5,
  })
}
