import { ApiError, type SendRequest } from '../../../../http/api-client.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { toRupees } from '../../../../shared/money.ts'
import type { Session, SessionUser } from '../../../../ui/session.ts'
import type { ItemForSale } from '../../../accounts/web/intended-purchase.ts'
import { adultWording } from '../../adult-statement.ts'
import type { createOrder, verifyPayment } from '../../contract.ts'
import type { CheckoutReply } from './checkout-script.ts'
import { clearPrePayment, savePrePayment } from './pre-payment.ts'

export type PurchaseOutcome =
  | { kind: 'bought'; razorpayPaymentId: string; courseId: string }
  /** `detail`: what else is known of the reason, for people. */
  | { kind: 'initiation_failed'; detail: string | null }
  | { kind: 'verification_failed'; why: VerificationFailure }
  | { kind: 'coupon_refused'; detail: string }
  /** `price`: in rupees, more than was shown. */
  | { kind: 'price_changed'; price: number }
  /** There was nothing to pay. */
  | { kind: 'granted' }
  /** `hasPaid`: the checkout had brought back a payment by then. */
  | { kind: 'signed_out'; hasPaid: boolean }
  | { kind: 'dismissed' | 'already_owned' }

/** `undecided`: the bank has not decided yet, or nobody could be asked. */
type VerificationFailure = 'refused' | 'undecided' | 'refunded'

export type PaymentOrder = ResponseOf<typeof createOrder>

export interface PurchaseDependencies {
  ask: SendRequest
  storage: Storage
  loadScript: () => Promise<void>
  /** Null: closed without a payment. */
  openCheckout: (order: PaymentOrder) => Promise<CheckoutReply | null>
  /** Asks for what the invoice has to hold of the buyer, by the refusal; false: they did not say. */
  askPlace: (refusal: ApiError) => Promise<boolean>
  storeUser: (user: SessionUser) => void
  /** The payment is made, its verification got no answer yet; called once, while it is asked again. */
  onPending: () => void
  wait: (milliseconds: number) => Promise<void>
  now: () => Date
}

/** A try that hangs is followed by another. */
const tryLastsInMs = 8_000
const pauseInMs = 2_000
/** As long as somebody watches a button that does nothing. */
const askingLastsInMs = 30_000

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
    if ('kind' in reply) return reply
    const outcome = await confirm(deps, reply)
    if (outcome.kind === 'bought') await refreshProfile(deps)
    return outcome
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
    const price = toRupees(order.amount)
    if (price > item.price) return { kind: 'price_changed', price }
    await script
    return (await deps.openCheckout(order)) ?? { kind: 'dismissed' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401)
      return { kind: 'signed_out', hasPaid: false }
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

const aboutBuyer = new Set(['buyer_state_missing', 'buyer_details_missing'])

/** Null: the buyer was asked what the invoice has to hold of them, and did not say. */
async function askForOrder(
  deps: PurchaseDependencies,
  { id, isBundle, coupon }: ItemForSale,
): Promise<PaymentOrder | null> {
  const body = {
    ...(isBundle ? { bundle_id: id } : { course_id: id }),
    ...(coupon && { coupon }),
    statement: adultWording,
  }
  for (;;) {
    try {
      return await deps.ask('POST /payment/create-order', { body })
    } catch (error) {
      if (!(error instanceof ApiError) || !aboutBuyer.has(error.code)) throw error
      if (!(await deps.askPlace(error))) return null
    }
  }
}

/**
 * The first answer decides; an earlier try that is answered late counts, too. Asked again, as verifying
 * is safe to repeat, is only where there was no answer.
 */
async function confirm(deps: PurchaseDependencies, reply: CheckoutReply): Promise<PurchaseOutcome> {
  let decided: Promise<PurchaseOutcome> = deps
    .wait(askingLastsInMs)
    .then(() => ({ kind: 'verification_failed', why: 'undecided' }))
  const noneWithin = (milliseconds: number) => deps.wait(milliseconds).then(() => null)
  for (let tries = 1; ; tries += 1) {
    const answer = verify(deps, reply)
    decided = Promise.race([decided, answer.then((outcome) => outcome ?? never)])
    const soon = await Promise.race([decided, answer, noneWithin(tryLastsInMs)])
    if (soon !== null) return soon
    if (tries === 1) deps.onPending()
    const late = await Promise.race([decided, noneWithin(pauseInMs)])
    if (late !== null) return late
  }
}

const never = new Promise<never>(() => undefined)

/** Answers that say nothing about the payment; those of 500 and above neither. */
const noAnswers = new Set([0, 401, 408, 425, 429])

/** Null: there was no answer. */
async function verify(
  deps: PurchaseDependencies,
  reply: CheckoutReply,
): Promise<PurchaseOutcome | null> {
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature } = reply
  const body = { razorpay_order_id, razorpay_payment_id, razorpay_signature }
  try {
    const verified: ResponseOf<typeof verifyPayment> | null = await deps.ask(
      'POST /payment/verify',
      { body },
    )
    if (verified?.status === undefined) return null // a network's own page answers 200 as well
    if (verified.status === 'success') {
      return {
        kind: 'bought',
        razorpayPaymentId: razorpay_payment_id,
        courseId: verified.course_id,
      }
    }
    const why = verified.status === 'refunded' ? 'refunded' : 'undecided'
    return { kind: 'verification_failed', why }
  } catch (error) {
    // Money was paid: nothing may make this look as if it was never begun.
    if (!(error instanceof ApiError)) return null
    if (error.code === 'not_signed_in') return { kind: 'signed_out', hasPaid: true }
    if (error.status >= 500 || noAnswers.has(error.status)) return null
    return { kind: 'verification_failed', why: 'refused' }
  }
}

/** The course is bought whether or not the profile can be read now. */
async function refreshProfile(deps: PurchaseDependencies): Promise<void> {
  const reading = deps
    .ask('GET /auth/profile', {})
    .then(({ user }) => deps.storeUser(user))
    .catch(() => undefined)
  await Promise.race([reading, deps.wait(tryLastsInMs)])
}
