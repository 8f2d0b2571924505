import type { readProfile } from '../../accounts/contract.ts'
import { ApiError, type Ask } from '../../http/api-client.ts'
import type { AnswerOf } from '../../http/endpoint.ts'
import type { Session, SessionUser } from '../../ui/session.ts'
import type { createOrder, verifyPayment } from '../contract.ts'
import type { CheckoutReply } from './checkout-script.ts'
import type { ItemForSale } from './intended-purchase.ts'
import { clearPrePayment, savePrePayment } from './pre-payment.ts'

export type PurchaseOutcome =
  | { kind: 'bought'; razorpayPaymentId: string; courseId: string }
  /** `detail`: what else is known of the reason, for people. */
  | { kind: 'initiation_failed'; detail: string | null }
  | { kind: 'verification_failed' }
  | { kind: 'coupon_refused'; detail: string }
  /** `price`: in rupees, more than was shown. */
  | { kind: 'price_changed'; price: number }
  /** There was nothing to pay. */
  | { kind: 'granted' }
  | { kind: 'dismissed' | 'already_owned' | 'signed_out' | 'pending' | 'refunded' }

export type PaymentOrder = AnswerOf<typeof createOrder>

export interface PurchaseDependencies {
  ask: Ask
  storage: Storage
  loadScript: () => Promise<void>
  /** Null: closed without a payment. */
  openCheckout: (order: PaymentOrder) => Promise<CheckoutReply | null>
  /** Asks where the buyer is, as the invoice has to name it; false: they did not say. */
  askPlace: () => Promise<boolean>
  storeUser: (user: SessionUser) => void
  /** The payment is made but not confirmed; called once, while it is asked about on and on. */
  onPending: () => void
  wait: (milliseconds: number) => Promise<void>
  now: () => Date
}

/** The codes that say that the payment itself is wrong: its signature, order or amount. */
const failures = new Set<string | null>(['signature_wrong', 'payment_mismatch'])

const secondsBetweenChecks = [2, 2, 3, 3, 5, 5, 10, 10, 15, 15, 20, 30]

/**
 * One purchase from the press of the button to its outcome: order, checkout, verification. What is
 * saved for a return from the bank is cleared at the end, however it ends.
 */
export async function runPurchase(
  deps: PurchaseDependencies,
  { session, item }: { session: Session; item: ItemForSale },
): Promise<PurchaseOutcome> {
  savePrePayment(deps.storage, { session, courseId: item.id, now: deps.now() })
  try {
    const reply = await payOrder(deps, item)
    return 'kind' in reply ? reply : await confirm(deps, reply)
  } finally {
    clearPrePayment(deps.storage)
  }
}

async function payOrder(
  deps: PurchaseDependencies,
  item: ItemForSale,
): Promise<CheckoutReply | PurchaseOutcome> {
  const script = deps.loadScript()
  script.catch(() => undefined) // told below, where it is needed
  try {
    const order = await askForOrder(deps, item)
    if (order === null) return { kind: 'dismissed' }
    if (order.granted) {
      await refreshProfile(deps)
      return { kind: 'granted' }
    }
    const price = order.amount / 100
    if (price > item.price) return { kind: 'price_changed', price }
    await script
    return (await deps.openCheckout(order)) ?? { kind: 'dismissed' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { kind: 'signed_out' }
    if (error instanceof ApiError && error.code === 'course_already_owned') {
      await refreshProfile(deps)
      return { kind: 'already_owned' }
    }
    if (error instanceof ApiError && error.code.startsWith('coupon_')) {
      return { kind: 'coupon_refused', detail: error.message }
    }
    return { kind: 'initiation_failed', detail: error instanceof Error ? error.message : null }
  }
}

/** Null: the buyer was asked where they are, and did not say. */
async function askForOrder(
  deps: PurchaseDependencies,
  { id, isBundle, coupon }: ItemForSale,
): Promise<PaymentOrder | null> {
  const body = {
    ...(isBundle ? { bundle_id: id } : { course_id: id }),
    ...(coupon && { coupon }),
  }
  const ask = () => deps.ask<typeof createOrder>('POST /payment/create-order', { body })
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'buyer_state_missing') throw error
    return (await deps.askPlace()) ? ask() : null
  }
}

/** Verifying is safe to repeat, so a lost answer and a slow bank are met by asking again. */
async function confirm(deps: PurchaseDependencies, reply: CheckoutReply): Promise<PurchaseOutcome> {
  let hasToldPending = false
  for (const seconds of [...secondsBetweenChecks, 0]) {
    const verified = await verify(deps, reply)
    if (verified === 'signed_out') return { kind: 'signed_out' }
    if (verified === 'refused') return { kind: 'verification_failed' }
    if (verified !== 'unknown' && verified.status === 'refunded') return { kind: 'refunded' }
    if (verified !== 'unknown' && verified.status === 'success') {
      await refreshProfile(deps)
      const { razorpay_payment_id: razorpayPaymentId } = reply
      return { kind: 'bought', razorpayPaymentId, courseId: verified.course_id }
    }
    if (!hasToldPending) deps.onPending()
    hasToldPending = true
    await deps.wait(seconds * 1000)
  }
  return { kind: 'pending' }
}

async function verify(
  deps: PurchaseDependencies,
  reply: CheckoutReply,
): Promise<AnswerOf<typeof verifyPayment> | 'unknown' | 'refused' | 'signed_out'> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = reply
  const body = { razorpay_order_id, razorpay_payment_id, razorpay_signature }
  try {
    return await deps.ask<typeof verifyPayment>('POST /payment/verify', { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return 'signed_out'
    // Whatever else the answer is, it says nothing about the payment: asked again.
    return failures.has(error.code) ? 'refused' : 'unknown'
  }
}

/** The course is bought whether or not the profile can be read now. */
async function refreshProfile(deps: PurchaseDependencies): Promise<void> {
  try {
    const { user } = await deps.ask<typeof readProfile>('GET /auth/profile', {})
    deps.storeUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
