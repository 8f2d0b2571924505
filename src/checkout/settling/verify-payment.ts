import { and, eq, sql } from 'drizzle-orm'
import type { CurrentUser } from '../../http/current-user.ts'
import { ProblemError } from '../../http/problem.ts'
import type { RazorpayPayment } from '../../outside/razorpay/entities.ts'
import { RazorpayError } from '../../outside/razorpay/razorpay-error.ts'
import { isCheckoutSignatureValid } from '../../outside/razorpay/signatures.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import { type PaymentRow, payments } from '../tables.ts'
import { settleAttempt } from './ask-provider.ts'
import { snapshotOf } from './snapshots.ts'

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
 * order id, then the provider is asked, because a signature does not say "captured". Refused only for
 * a wrong signature, order or amount: whatever else the provider answers says nothing about the
 * payment, so the answer is `pending` and the reconciler goes on. Safe to repeat.
 */
export async function verifyPayment(
  deps: CheckoutDependencies,
  caller: CurrentUser | null,
  answer: CheckoutAnswer,
): Promise<Verified> {
  const payment = await findSigned(deps, caller, answer)
  const isSettled = payment.razorpayPaymentId === answer.paymentId
  if (isSettled && payment.status !== 'pending') return verified(payment, answer)
  try {
    const found = await deps.razorpay.fetchPayment(answer.paymentId)
    requireExact(payment, found)
    const attempt = snapshotOf(found)
    if (attempt === null) return { status: 'pending', payment }
    const told = { source: 'browser' as const, kind: 'verify' }
    return verified(await settleAttempt(deps, payment.id, attempt, told), answer)
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error
    deps.log.warn({ payment_id: payment.id, kind: error.kind }, 'payment not verified yet')
    await checkSoon(deps, payment)
    return { status: 'pending', payment }
  }
}

function requireExact(payment: PaymentRow, found: RazorpayPayment): void {
  const isExact =
    found.orderId === payment.orderId &&
    found.amountInPaise === payment.amountInPaise &&
    found.currency === payment.currency
  if (!isExact) throw new ProblemError('payment_mismatch')
}

/** The caller's own order, with a signature that is the provider's. Null caller: by signature alone. */
async function findSigned(
  deps: CheckoutDependencies,
  caller: CurrentUser | null,
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
  if (!payment || payment.orderId === null) throw new ProblemError('payment_mismatch')
  const isGenuine = isCheckoutSignatureValid({
    orderId: payment.orderId,
    paymentId: answer.paymentId,
    signature: answer.signature,
    keySecret: deps.keySecret,
  })
  if (!isGenuine) throw new ProblemError('signature_wrong')
  return payment
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
