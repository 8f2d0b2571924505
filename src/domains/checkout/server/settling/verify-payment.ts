import { and, eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { CurrentUser } from '../../../../http/server/current-user.ts'
import type { RazorpayPayment } from '../../../../integrations/razorpay/entities.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { isCheckoutSignatureValid } from '../../../../integrations/razorpay/signatures.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { type OrderRow, orders } from '../tables.ts'
import { settleAttempt } from './fetch-from-provider.ts'
import { snapshotOf } from './snapshots.ts'

export interface CheckoutResponse {
  razorpayOrderId: string
  razorpayPaymentId: string
  signature: string
}

export interface Verified {
  status: 'success' | 'pending' | 'refunded'
  order: OrderRow
}

/**
 * Settles what the browser brings back from the checkout. The signature is checked against our own
 * order id, then the provider is asked, because a signature does not say "captured". Refused only for
 * a wrong signature, order or amount. A provider that does not answer, or refuses to, says nothing about
 * the payment: 503, so that the browser asks again, and the reconciler goes on. Safe to repeat.
 */
export async function verifyPayment(
  deps: CheckoutDependencies,
  caller: CurrentUser | null,
  answer: CheckoutResponse,
): Promise<Verified> {
  const order = await findSigned(deps, caller, answer)
  const isSettled = order.razorpayPaymentId === answer.razorpayPaymentId
  if (isSettled && order.status !== 'pending') return verified(order, answer)
  try {
    const found = await deps.razorpay.fetchPayment(answer.razorpayPaymentId)
    requireExact(order, found)
    const attempt = snapshotOf(found)
    if (attempt === null) return { status: 'pending', order }
    const from = { source: 'browser' as const, kind: 'verify' }
    return verified(await settleAttempt(deps, order.id, attempt, from), answer)
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    deps.log.warn({ order_id: order.id, kind: error.kind }, 'payment not verified yet')
    await checkSoon(deps, order)
    throw new ProblemError('provider_unavailable', { retryAfterInSeconds: 2 })
  }
}

function requireExact(order: OrderRow, found: RazorpayPayment): void {
  const isExact =
    found.razorpayOrderId === order.razorpayOrderId &&
    found.amountInPaise === order.amountInPaise &&
    found.currency === order.currency
  if (!isExact) throw new ProblemError('payment_mismatch')
}

/** The caller's own order, with a signature that is the provider's. Null caller: by signature alone. */
async function findSigned(
  deps: CheckoutDependencies,
  caller: CurrentUser | null,
  answer: CheckoutResponse,
): Promise<OrderRow> {
  const [order] = await deps.db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.razorpayOrderId, answer.razorpayOrderId),
        caller === null ? undefined : eq(orders.learnerId, caller.learnerId),
      ),
    )
  if (!order || order.razorpayOrderId === null) throw new ProblemError('payment_mismatch')
  const isGenuine = isCheckoutSignatureValid({
    razorpayOrderId: order.razorpayOrderId,
    razorpayPaymentId: answer.razorpayPaymentId,
    signature: answer.signature,
    keySecret: deps.keys.keySecret,
  })
  if (!isGenuine) throw new ProblemError('signature_wrong')
  return order
}

async function checkSoon(deps: CheckoutDependencies, order: OrderRow): Promise<void> {
  await deps.db
    .update(orders)
    .set({ nextCheckAt: sql`clock_timestamp() + interval '5 seconds'` })
    .where(eq(orders.id, order.id))
}

function verified(order: OrderRow, answer: CheckoutResponse): Verified {
  const isThisOne = order.razorpayPaymentId === answer.razorpayPaymentId
  if (order.status === 'completed') return { status: isThisOne ? 'success' : 'refunded', order }
  if (order.status === 'refunded') return { status: 'refunded', order }
  return { status: 'pending', order }
}
