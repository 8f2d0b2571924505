import { describeMethod } from './describe-method.ts'
import { type Method, makeId, type Notes, type Order, type Payment } from './entities.ts'
import { invalidInput, type RequestError } from './request-error.ts'
import type { NewEvent } from './webhook-envelope.ts'

/** What a step made of an order and a payment, and what there is to tell about it. */
export interface PaymentStep {
  order: Order
  payment: Payment
  newEvents: NewEvent[]
}

export type Outcome = 'created' | 'authorized' | 'captured' | 'failed'

export interface Attempt {
  method: Method
  outcome: Outcome
  /** In paise. Razorpay insists on the order's amount; a test may ask for another one. */
  amount?: number | undefined
  email?: string | undefined
  contact?: string | undefined
  bank?: string | undefined
  wallet?: string | undefined
  notes?: Notes | undefined
  second?: boolean | undefined
}

/** Razorpay should take one payment of an order, but two do get captured now and then. */
interface Second {
  /** Takes a payment although the order is paid. */
  second?: boolean | undefined
}

/** A buyer's attempt at an order. A paid order takes no more payments, unless asked by name. */
export function attemptPayment(order: Order, attempt: Attempt, nowInSeconds: number): PaymentStep {
  if (order.status === 'paid' && !attempt.second) throw refusePaid()
  const payment = startPayment(order, attempt, nowInSeconds)
  const attempted: Order = {
    ...order,
    status: order.status === 'paid' ? 'paid' : 'attempted',
    attempts: order.attempts + 1,
  }
  if (attempt.outcome === 'created') return { order: attempted, payment, newEvents: [] }
  if (attempt.outcome === 'failed') return failPayment(attempted, payment)
  const authorized = authorizePayment(attempted, payment)
  if (attempt.outcome === 'authorized') return authorized
  return followedBy(authorized, (order, payment) => capturePayment(order, payment, attempt))
}

/** The bank says yes, maybe days after it had said no. */
export function authorizePayment(order: Order, payment: Payment): PaymentStep {
  if (payment.status !== 'failed' && payment.status !== 'created')
    throw invalidInput(`The payment is ${payment.status} and cannot be authorized`)
  const authorized: Payment = { ...payment, ...noError, status: 'authorized' }
  const newEvent = { event: 'payment.authorized', payment: authorized }
  return { order, payment: authorized, newEvents: [newEvent] }
}

/** Takes the money. Razorpay refuses a second capture, which is what auto-capture often meets. */
export function capturePayment(
  order: Order,
  payment: Payment,
  { second = false }: Second = {},
): PaymentStep {
  if (payment.captured) throw invalidInput('This payment has already been captured')
  if (payment.status !== 'authorized')
    throw invalidInput(
      'Only payments which have been authorized and not yet captured can be captured',
    )
  if (order.status === 'paid' && !second) throw refusePaid()
  const fee = Math.round(payment.amount * 0.0236)
  const captured: Payment = {
    ...payment,
    status: 'captured',
    captured: true,
    fee,
    tax: Math.round((fee * 18) / 118),
  }
  const newEvents: NewEvent[] = [{ event: 'payment.captured', payment: captured }]
  // Its second payment makes an order no more paid than it was.
  if (order.status === 'paid') return { order, payment: captured, newEvents }
  const isPaid = payment.amount >= order.amount
  const paid: Order = {
    ...order,
    status: isPaid ? 'paid' : 'attempted',
    amount_paid: payment.amount,
    amount_due: Math.max(0, order.amount - payment.amount),
  }
  if (isPaid) newEvents.push({ event: 'order.paid', payment: captured, order: paid })
  return { order: paid, payment: captured, newEvents }
}

/** Does the next step with the outcome of the first, and tells of both. */
export function followedBy(
  first: PaymentStep,
  next: (order: Order, payment: Payment) => PaymentStep,
): PaymentStep {
  const second = next(first.order, first.payment)
  return { ...second, newEvents: [...first.newEvents, ...second.newEvents] }
}

/** The bank says no, or nothing for ten minutes. It may still say yes later. */
export function failPayment(order: Order, payment: Payment): PaymentStep {
  const failed: Payment = {
    ...payment,
    status: 'failed',
    error_code: 'BAD_REQUEST_ERROR',
    error_description:
      'Payment was unsuccessful due to a temporary issue. If amount got deducted, it will be refunded within 5-7 working days.',
    error_source: 'gateway',
    error_step: 'payment_response',
    error_reason: 'payment_failed',
  }
  return { order, payment: failed, newEvents: [{ event: 'payment.failed', payment: failed }] }
}

const noError = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
}

function refusePaid(): RequestError {
  return invalidInput('Payment already done for this order.')
}

function startPayment(order: Order, attempt: Attempt, nowInSeconds: number): Payment {
  const amount = attempt.amount ?? order.amount
  return {
    id: `pay_${makeId()}`,
    entity: 'payment',
    amount,
    currency: order.currency,
    base_amount: amount,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: attempt.method,
    amount_refunded: 0,
    amount_transferred: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: null,
    email: attempt.email ?? 'learner@example.com',
    contact: attempt.contact ?? '+919000090000',
    customer_id: null,
    token_id: null,
    // Those of the checkout; an order's are its own.
    notes: attempt.notes ?? [],
    fee: null,
    tax: null,
    ...noError,
    created_at: nowInSeconds,
    provider: null,
    reward: null,
    ...describeMethod(attempt),
  }
}
