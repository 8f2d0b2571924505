/**
 * The truth about money and access as a pure function: what is known of an order, and what was just
 * heard, give the next state and what must happen. No I/O; proven by properties.
 */

/** What the academy knows of one order when something is heard about it. */
export interface OrderState {
  status: 'pending' | 'completed' | 'failed' | 'refunded'
  amountInPaise: number
  currency: string
  /** The provider's payment that the order was settled with, or was refunded as. */
  settledPaymentId: string | null
  /** The learner has this course by another cause than this order. */
  isOwnedOtherwise: boolean
  /** Provider payments of this order that are being, or were, given back in full. */
  refundedPaymentIds: readonly string[]
}

/** One payment as the provider shows it, at some moment that may be long past. */
export interface PaymentSnapshot {
  paymentId: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  amountInPaise: number
  currency: string
  amountRefundedInPaise: number
  method: string | null
  failure: string | null
}

export type Heard =
  | { kind: 'payment'; payment: PaymentSnapshot }
  /** The provider listed every attempt; each was heard before this. */
  | { kind: 'attempts_listed'; attempts: readonly PaymentSnapshot[]; isOrderAbandoned: boolean }

export type RefundCause = 'duplicate' | 'requested' | 'administrator' | 'mismatch' | 'provider'

export type Effect =
  | { kind: 'grant' }
  | { kind: 'issue_receipt' }
  | { kind: 'revoke'; reason: string }
  /** Give the whole payment back, once. */
  | { kind: 'refund'; paymentId: string; amountInPaise: number; cause: RefundCause }
  /** The provider gave it back already: write that down. */
  | { kind: 'note_refund'; paymentId: string; amountInPaise: number }
  | { kind: 'capture'; paymentId: string }
  | { kind: 'alarm'; subject: string; message: string }

export interface Decision {
  status: OrderState['status']
  settledPaymentId: string | null
  /** Set when they become known. */
  method?: string | null
  failure?: string | null
  effects: Effect[]
  /** What changed and why, in plain words. */
  outcome: string
}

export function decidePayment(state: OrderState, heard: Heard): Decision {
  if (heard.kind === 'attempts_listed') return decideAttempts(state, heard)
  const { payment } = heard
  switch (payment.status) {
    case 'created':
      return unchanged(state, 'The payment has begun.')
    case 'failed':
      return decideFailed(state, payment)
    case 'authorized':
      return decideAuthorized(state, payment)
    case 'captured':
      return decideCaptured(state, payment)
    case 'refunded':
      return decideRefunded(state, payment)
  }
}

/** A failed attempt is never final: the bank may still pay it for three days, or the learner retries. */
function decideFailed(state: OrderState, payment: PaymentSnapshot): Decision {
  if (state.status !== 'pending' && state.status !== 'failed') {
    return unchanged(state, 'An attempt failed; the order is settled, so nothing changes.')
  }
  return {
    ...unchanged(state, `An attempt failed${payment.failure ? `: ${payment.failure}` : '.'}`),
    failure: payment.failure,
  }
}

function decideAuthorized(state: OrderState, payment: PaymentSnapshot): Decision {
  if (!isExact(state, payment)) return decideMismatch(state, payment)
  if (payment.paymentId === state.settledPaymentId) {
    return unchanged(state, 'Old news: this payment is settled.')
  }
  if (state.settledPaymentId !== null || state.isOwnedOtherwise) {
    return unchanged(state, 'A payment not needed waits uncaptured; the provider gives it back.')
  }
  return {
    ...unchanged(state, 'The bank agreed; the money is being collected.'),
    effects: [{ kind: 'capture', paymentId: payment.paymentId }],
  }
}

function decideCaptured(state: OrderState, payment: PaymentSnapshot): Decision {
  if (payment.amountRefundedInPaise >= payment.amountInPaise) return decideRefunded(state, payment)
  const effects = partialRefundAlarm(payment)
  if (payment.paymentId === state.settledPaymentId) {
    return { ...unchanged(state, 'Known already.'), effects }
  }
  if (state.refundedPaymentIds.includes(payment.paymentId)) {
    return unchanged(state, 'Known already; it is being given back.')
  }
  if (!isExact(state, payment)) return decideMismatch(state, payment)
  if (state.settledPaymentId !== null) {
    return {
      ...unchanged(state, 'The order was paid a second time; the second payment is given back.'),
      effects: [...effects, giveBack(payment, 'duplicate')],
    }
  }
  if (state.isOwnedOtherwise) {
    return {
      status: 'refunded',
      settledPaymentId: payment.paymentId,
      method: payment.method,
      effects: [...effects, giveBack(payment, 'duplicate')],
      outcome: 'The learner already has the course; the payment is given back.',
    }
  }
  return {
    status: 'completed',
    settledPaymentId: payment.paymentId,
    method: payment.method,
    failure: null,
    effects: [...effects, { kind: 'grant' }, { kind: 'issue_receipt' }],
    outcome: 'Paid: the course is open.',
  }
}

/** The provider says that the whole payment went back: by us, by its dashboard or by itself. */
function decideRefunded(state: OrderState, payment: PaymentSnapshot): Decision {
  const note: Effect = {
    kind: 'note_refund',
    paymentId: payment.paymentId,
    amountInPaise: payment.amountInPaise,
  }
  const effects = state.refundedPaymentIds.includes(payment.paymentId) ? [] : [note]
  if (payment.paymentId === state.settledPaymentId) {
    if (state.status === 'refunded') {
      return { ...unchanged(state, 'The refund is known.'), effects }
    }
    return {
      status: 'refunded',
      settledPaymentId: payment.paymentId,
      effects: [...effects, { kind: 'revoke', reason: 'The payment was refunded.' }],
      outcome: 'Refunded at the provider: the course is closed again.',
    }
  }
  if (state.settledPaymentId !== null || !isExact(state, payment)) {
    return { ...unchanged(state, 'A payment that opened nothing was given back.'), effects }
  }
  return {
    status: 'refunded',
    settledPaymentId: payment.paymentId,
    method: payment.method,
    effects,
    outcome: 'Paid and given back before the course was opened.',
  }
}

/** Money of the wrong amount or currency opens nothing and goes back. */
function decideMismatch(state: OrderState, payment: PaymentSnapshot): Decision {
  if (state.refundedPaymentIds.includes(payment.paymentId)) {
    return unchanged(state, 'Known already; it is being given back.')
  }
  const alarm: Effect = {
    kind: 'alarm',
    subject: `mismatch ${payment.paymentId}`,
    message: `Payment ${payment.paymentId} is over ${payment.amountInPaise} paise ${payment.currency}, its order over ${state.amountInPaise} paise ${state.currency}.`,
  }
  const outcome = 'The amount or currency is not that of the order: nothing was opened.'
  if (payment.status !== 'captured') return { ...unchanged(state, outcome), effects: [alarm] }
  return { ...unchanged(state, outcome), effects: [alarm, giveBack(payment, 'mismatch')] }
}

/** All attempts failed, or none was ever made: shown as failed, though still not final. */
function decideAttempts(
  state: OrderState,
  { attempts, isOrderAbandoned }: Extract<Heard, { kind: 'attempts_listed' }>,
): Decision {
  if (state.status !== 'pending') return unchanged(state, 'Nothing new at the provider.')
  if (attempts.length === 0) {
    if (!isOrderAbandoned) return unchanged(state, 'Nobody has tried to pay yet.')
    return { ...unchanged(state, 'Nobody paid this order in time.'), status: 'failed' }
  }
  const isOver = attempts.every((attempt) => attempt.status === 'failed')
  if (!isOver) return unchanged(state, 'A payment is under way at the provider.')
  return { ...unchanged(state, 'Every attempt to pay has failed.'), status: 'failed' }
}

function isExact(state: OrderState, payment: PaymentSnapshot): boolean {
  return payment.amountInPaise === state.amountInPaise && payment.currency === state.currency
}

function giveBack(payment: PaymentSnapshot, cause: RefundCause): Effect {
  const amountInPaise = payment.amountInPaise - payment.amountRefundedInPaise
  return { kind: 'refund', paymentId: payment.paymentId, amountInPaise, cause }
}

function partialRefundAlarm(payment: PaymentSnapshot): Effect[] {
  if (payment.amountRefundedInPaise === 0) return []
  const message = `${payment.amountRefundedInPaise} paise of payment ${payment.paymentId} were refunded at the provider; the course stays open.`
  return [{ kind: 'alarm', subject: `partial refund ${payment.paymentId}`, message }]
}

function unchanged(state: OrderState, outcome: string): Decision {
  return {
    status: state.status,
    settledPaymentId: state.settledPaymentId,
    effects: [],
    outcome,
  }
}
