import { ProblemError } from '../../../../http/problem.ts'
import type { RazorpayPayment } from '../../../../integrations/razorpay/entities.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { OrderRow } from '../tables.ts'
import { inSettlingOrder, type PaymentSnapshot } from './decide-order.ts'
import { type ReceivedUpdate, settleOrder } from './settle-order.ts'
import { snapshotOf } from './snapshots.ts'

/** After this long an order that nobody paid is shown as failed; a late payment still settles it. */
const abandonedAfterInMs = 4 * 24 * 3_600_000

/**
 * Asks the provider about an order and settles all it says: every attempt, money that is there first,
 * then the sum. What the bank agreed to and the order needs is captured at once. An order without money
 * that the provider does not have is given up. Throws RazorpayError when the provider is away, and for
 * other orders that it does not have.
 */
export async function fetchAndSettle(
  deps: CheckoutDependencies,
  order: OrderRow,
  source: 'provider' | 'administrator' | 'academy',
): Promise<OrderRow> {
  if (order.razorpayOrderId === null) return order
  const known = await listAttempts(deps, order)
  if (known === null && order.status === 'pending') {
    const update = { kind: 'order_lost' as const }
    return (await settleOrder(deps, order.id, { source, kind: 'order.lost', update })).order
  }
  const attempts = known ?? []
  for (const attempt of attempts) {
    await settleAttempt(deps, order.id, attempt, { source, kind: 'asked' })
  }
  const update = {
    kind: 'attempts_listed' as const,
    attempts,
    isOrderAbandoned: isAbandoned(order),
  }
  return (await settleOrder(deps, order.id, { source, kind: 'listed', update })).order
}

export function isAbandoned({ createdAt }: Pick<OrderRow, 'createdAt'>): boolean {
  return Date.now() - createdAt.getTime() > abandonedAfterInMs
}

/**
 * Every attempt at an order, as they are settled. Null: the provider, asked twice, does not have this
 * order, on which no money is known; it was placed at a sandbox or by keys of another account.
 */
export async function listAttempts(
  {
    razorpay,
  }: { razorpay: Pick<CheckoutDependencies['razorpay'], 'listOrderPayments' | 'fetchOrder'> },
  { razorpayOrderId, status }: Pick<OrderRow, 'razorpayOrderId' | 'status'>,
): Promise<PaymentSnapshot[] | null> {
  const id = razorpayOrderId ?? ''
  try {
    return readAttempts(await razorpay.listOrderPayments(id))
  } catch (error) {
    const isUnpaid = status === 'pending' || status === 'failed'
    if (!isUnpaid || !isUnknownId(error)) throw error
    const second = await razorpay.fetchOrder(id).catch((reason: unknown) => reason)
    if (isUnknownId(second)) return null
    throw error
  }
}

/** True if the provider has nothing by this id; any other refusal says nothing about what was asked for. */
export function isUnknownId(error: unknown): boolean {
  return (
    error instanceof RazorpayError &&
    error.kind === 'refused' &&
    error.description === 'The id provided does not exist'
  )
}

/** True if the provider, asked at this moment, knows of nothing that is money or may become it. */
export async function isSurelyUnpaid(
  { razorpay }: { razorpay: Pick<CheckoutDependencies['razorpay'], 'listOrderPayments'> },
  { razorpayOrderId }: Pick<OrderRow, 'razorpayOrderId'>,
): Promise<boolean> {
  if (razorpayOrderId === null) return false
  const attempts = await razorpay.listOrderPayments(razorpayOrderId)
  return attempts.every(({ status }) => status === 'failed')
}

/** A listing in the order in which it is settled; unknown statuses are left out. */
function readAttempts(listed: readonly RazorpayPayment[]): PaymentSnapshot[] {
  const snapshots = listed
    .toSorted((a, b) => Number(a.createdAt) - Number(b.createdAt))
    .map(snapshotOf)
    .filter((snapshot) => snapshot !== null)
  return inSettlingOrder(snapshots)
}

/**
 * Settles one attempt that the provider was just asked about. If the rules want it collected it is,
 * and what came of it is settled too.
 */
export async function settleAttempt(
  deps: CheckoutDependencies,
  orderId: string,
  attempt: PaymentSnapshot,
  from: Pick<ReceivedUpdate, 'source' | 'kind'>,
): Promise<OrderRow> {
  const settle = (payment: PaymentSnapshot) =>
    settleOrder(deps, orderId, { ...from, update: { kind: 'payment', payment } })
  const { order, isCaptureDue } = await settle(attempt)
  if (!isCaptureDue) return order
  const collected = snapshotOf(await capture(deps, attempt))
  return collected === null ? order : (await settle(collected)).order
}

/**
 * When the provider's own capture was faster, "already captured" is as good, and when the money went
 * back meanwhile that is to be settled: the payment is asked for again.
 */
async function capture(
  deps: CheckoutDependencies,
  { razorpayPaymentId, amountInPaise, currency }: PaymentSnapshot,
): Promise<RazorpayPayment> {
  try {
    return await deps.razorpay.capturePayment(razorpayPaymentId, { amountInPaise, currency })
  } catch (error) {
    if (error instanceof RazorpayError && error.kind === 'refused') {
      return deps.razorpay.fetchPayment(razorpayPaymentId)
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
