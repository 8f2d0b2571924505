import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/problem.ts'
import type { RazorpayPayment } from '../outside/razorpay/entities.ts'
import { RazorpayError } from '../outside/razorpay/razorpay-error.ts'
import { isCheckoutSignatureValid } from '../outside/razorpay/signatures.ts'
import { captureIfNeeded } from './ask-provider.ts'
import type { CheckoutDependencies } from './dependencies.ts'
import { settlePayment } from './settle-payment.ts'
import { snapshotOf } from './snapshots.ts'
import { type PaymentRow, payments } from './tables.ts'

export interface CheckoutAnswer {
  orderId: string
  paymentId: string
  signature: string
}

export interface Verified {
  status: 'success' | 'pending' | 'refunded'
  payment: PaymentRow
}

/**
 * Settles what the browser brings back from the checkout. The signature is checked against our own
 * order id, then the provider is asked, because a signature does not say "captured". While the
 * provider is away the answer is `pending` and the reconciler goes on. Safe to repeat.
 */
export async function verifyPayment(
  deps: CheckoutDependencies,
  caller: Caller | null,
  answer: CheckoutAnswer,
): Promise<Verified> {
  const payment = await findSigned(deps, caller, answer)
  if (payment.razorpayPaymentId === answer.paymentId) return verified(payment, answer)
  const found = await fetchCaptured(deps, payment, answer.paymentId)
  if (found === null) return { status: 'pending', payment }
  const isExact =
    found.orderId === payment.orderId &&
    found.amountInPaise === payment.amountInPaise &&
    found.currency === payment.currency
  if (!isExact) throw new Refusal('payment_mismatch')
  const snapshot = snapshotOf(found)
  if (snapshot === null) return { status: 'pending', payment }
  const settled = await settlePayment(deps, payment.id, {
    source: 'browser',
    kind: 'verify',
    heard: { kind: 'payment', payment: snapshot },
  })
  return verified(settled.payment, answer)
}

/** The caller's own order, with a signature that is the provider's. Null caller: by signature alone. */
async function findSigned(
  deps: CheckoutDependencies,
  caller: Caller | null,
  answer: CheckoutAnswer,
): Promise<PaymentRow> {
  const [payment] = await deps.db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.orderId, answer.orderId),
        caller === null ? undefined : eq(payments.learnerId, caller.learnerId),
      ),
    )
  if (!payment || payment.orderId === null) throw new Refusal('payment_mismatch')
  const isGenuine = isCheckoutSignatureValid({
    orderId: payment.orderId,
    paymentId: answer.paymentId,
    signature: answer.signature,
    keySecret: deps.keySecret,
  })
  if (!isGenuine) throw new Refusal('signature_wrong')
  return payment
}

/** The provider's present word on the payment, captured if that was still to do; null: no word. */
async function fetchCaptured(
  deps: CheckoutDependencies,
  payment: PaymentRow,
  razorpayPaymentId: string,
): Promise<RazorpayPayment | null> {
  try {
    const found = await deps.razorpay.fetchPayment(razorpayPaymentId)
    return await captureIfNeeded(deps, payment, found)
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    if (error.kind === 'refused') throw new Refusal('payment_mismatch')
    await checkSoon(deps, payment)
    return null
  }
}

async function checkSoon(deps: CheckoutDependencies, payment: PaymentRow): Promise<void> {
  await deps.db
    .update(payments)
    .set({ nextCheckAt: sql`clock_timestamp() + interval '5 seconds'` })
    .where(eq(payments.id, payment.id))
}

function verified(payment: PaymentRow, answer: CheckoutAnswer): Verified {
  const isThisOne = payment.razorpayPaymentId === answer.paymentId
  if (payment.status === 'completed') return { status: isThisOne ? 'success' : 'refunded', payment }
  if (payment.status === 'refunded') return { status: 'refunded', payment }
  return { status: 'pending', payment }
}
