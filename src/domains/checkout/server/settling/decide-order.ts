import { formatDateTime } from '../../../../shared/format-date.ts'
import { formatPaise, writePaise } from '../../../../shared/money.ts'
import type { OrderStatus, RazorpayPaymentStatus, RefundCause } from '../../statuses.ts'

/**
 * The truth about money and access as a pure function: what is known of an order, and an update on
 * it, give the next state and what must happen. No I/O; proven by properties.
 */

/** What the academy knows of one order when an update comes. */
export interface OrderState {
  status: OrderStatus
  amountInPaise: number
  currency: string
  /** The provider's payment that opened the course; of an order that opened none, one given back. */
  razorpayPaymentId: string | null
  /** This order has opened the course. It does so once: what is paid on it later goes back. */
  wasOpened: boolean
  /** The learner has every course of this order by other causes than it. */
  isOwnedOtherwise: boolean
  /** The learner's account was erased: nobody could watch what this opens. */
  isBuyerErased: boolean
  /** The order holds its use of a coupon, or can have it again; true without a coupon. */
  isCouponLeft: boolean
  /** Provider payments of this order that are being, or were, given back in full. */
  refundedRazorpayPaymentIds: readonly string[]
  /** What refunds gave back of the payment that opened the course, as far as was heard. */
  refundedInPaise: number
  /** Disputes about payments of this order that were lost, as far as was heard. */
  lostDisputes: readonly Pick<
    DisputeSnapshot,
    'disputeId' | 'razorpayPaymentId' | 'amountDeductedInPaise'
  >[]
}

/** One payment as the provider shows it, at some moment that may be long past. */
export interface PaymentSnapshot {
  razorpayPaymentId: string
  status: RazorpayPaymentStatus
  amountInPaise: number
  currency: string
  amountRefundedInPaise: number
  method: string | null
  failure: string | null
}

export interface DisputeSnapshot {
  disputeId: string
  razorpayPaymentId: string
  /** Razorpay's own word; `lost` is final. */
  status: string
  /** What the bank took back from the academy, not what is disputed. */
  amountDeductedInPaise: number
  respondBy: Date | null
}

/** What is heard of an order, whoever tells it. */
export type OrderUpdate =
  | { kind: 'payment'; payment: PaymentSnapshot }
  /** The provider listed every attempt; each was settled before this. */
  | { kind: 'attempts_listed'; attempts: readonly PaymentSnapshot[]; isOrderAbandoned: boolean }
  /** It costs nothing: there is no provider to hear of. */
  | { kind: 'nothing_to_pay' }
  | { kind: 'dispute'; dispute: DisputeSnapshot }
  /** Somebody may and does ask for the money back. */
  | { kind: 'refund_requested'; cause: 'requested' | 'administrator' }
  /** The provider has no such order, and nobody can have paid it. */
  | { kind: 'order_lost' }

export type Effect =
  /** All courses of the order. */
  | { kind: 'grant' }
  /** The order is paid: its use of a coupon is final. Before the grant. */
  | { kind: 'spend_coupon' }
  /** Others may have the use of a coupon that the order holds: now, or if it is held for too long. */
  | { kind: 'release_coupon'; when: 'now' | 'overdue' }
  | { kind: 'issue_receipt' }
  | { kind: 'revoke'; reason: string }
  /** Give the whole payment back, once. */
  | { kind: 'refund'; razorpayPaymentId: string; amountInPaise: number; cause: RefundCause }
  /** It went back already: write that down. */
  | {
      kind: 'note_refund'
      razorpayPaymentId: string
      amountInPaise: number
      cause: Extract<RefundCause, 'provider' | 'dispute'>
      /** Banks took all of it: not even a refund that fails later leaves anything to be given. */
      isTaken: boolean
    }
  /** A refund that is done would have given more than the provider shows: how it stands is asked anew. */
  | { kind: 'doubt_refund'; razorpayPaymentId: string }
  /** Parts of the payment that opened the course went back, by hand or to a bank: so much in all. */
  | { kind: 'credit_part'; razorpayPaymentId: string; gone: Gone }
  | { kind: 'capture'; razorpayPaymentId: string }
  | { kind: 'alarm'; subject: string; message: string }
  | { kind: 'resolve_alarm'; subject: string }

/** What went back of a payment in all: by refunds, and by disputes that were lost. */
export interface Gone {
  refundedInPaise: number
  lostInPaise: number
}

export interface Decision {
  status: OrderState['status']
  razorpayPaymentId: string | null
  /** Set when they become known. */
  method?: string | null
  failure?: string | null
  effects: Effect[]
  /** What changed and why, in plain words. */
  outcome: string
}

export function decideOrder(state: OrderState, update: OrderUpdate): Decision {
  switch (update.kind) {
    case 'payment':
      return decideAttempt(state, update.payment)
    case 'attempts_listed':
      return decideAttempts(state, update)
    case 'dispute':
      return decideDispute(state, update.dispute)
    case 'refund_requested':
      return decideRequest(state, update.cause)
    case 'nothing_to_pay':
      return decideFree(state)
    case 'order_lost':
      return decideOrderLost(state)
  }
}

/** True if this order's money can be given back on request. */
export function canRefund({
  status,
  razorpayPaymentId,
}: Pick<OrderState, 'status' | 'razorpayPaymentId'>): boolean {
  return status === 'completed' && razorpayPaymentId !== null
}

/**
 * The order in which attempts of one listing are settled: money that is there before money that is
 * promised, so that nothing is collected beside it; then the oldest first, as given.
 */
export function inSettlingOrder(attempts: readonly PaymentSnapshot[]): PaymentSnapshot[] {
  const isKept = (payment: PaymentSnapshot): boolean =>
    payment.status === 'captured' && payment.amountRefundedInPaise < payment.amountInPaise
  return [...attempts.filter(isKept), ...attempts.filter((payment) => !isKept(payment))]
}

function decideAttempt(state: OrderState, payment: PaymentSnapshot): Decision {
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
  if (isGivenBack(state, payment)) return unchanged(state, 'Old news: this payment went back.')
  if (opened(state, payment)) {
    return unchanged(state, 'Old news: this payment is settled.')
  }
  if (state.wasOpened || state.isOwnedOtherwise || state.isBuyerErased) {
    return unchanged(state, 'A payment not needed waits uncaptured; the provider gives it back.')
  }
  if (!state.isCouponLeft) {
    return unchanged(
      state,
      'The coupon is used up: the provider gives the uncaptured payment back.',
    )
  }
  return {
    ...unchanged(state, 'The bank agreed; the money is being collected.'),
    effects: [{ kind: 'capture', razorpayPaymentId: payment.razorpayPaymentId }],
  }
}

function decideCaptured(state: OrderState, payment: PaymentSnapshot): Decision {
  const gone = goneOf(state, payment)
  if (isGivenBack(state, payment)) {
    const isLess = payment.amountRefundedInPaise + gone.lostInPaise < payment.amountInPaise
    const { razorpayPaymentId } = payment
    return {
      ...unchanged(state, 'Known already; it is being given back.'),
      effects: isLess ? [{ kind: 'doubt_refund', razorpayPaymentId }] : [],
    }
  }
  if (sumOf(gone) >= payment.amountInPaise) return decideRefunded(state, payment)
  const isOpen = state.status === 'completed'
  const effects = partialRefundAlarm(payment, isOpen)
  if (opened(state, payment)) {
    return {
      ...unchanged(state, 'Known already.'),
      effects: [...effects, ...creditPart(payment, gone)],
    }
  }
  if (!isExact(state, payment)) return decideMismatch(state, payment)
  if (state.wasOpened) {
    return {
      ...unchanged(state, 'The order was paid a second time; the second payment is given back.'),
      effects: [...effects, ...giveBack(payment, 'duplicate')],
    }
  }
  if (state.isOwnedOtherwise) {
    return {
      status: 'refunded',
      razorpayPaymentId: state.razorpayPaymentId ?? payment.razorpayPaymentId,
      method: payment.method,
      effects: [
        ...effects,
        { kind: 'release_coupon', when: 'now' },
        ...giveBack(payment, 'duplicate'),
      ],
      outcome: 'The learner already has the course; the payment is given back.',
    }
  }
  if (state.isBuyerErased) {
    return {
      status: 'refunded',
      razorpayPaymentId: state.razorpayPaymentId ?? payment.razorpayPaymentId,
      method: payment.method,
      effects: [
        ...effects,
        { kind: 'release_coupon', when: 'now' },
        ...giveBack(payment, 'erased'),
      ],
      outcome: 'Paid late: the account was erased. The payment is given back.',
    }
  }
  if (!state.isCouponLeft) {
    return {
      status: 'refunded',
      razorpayPaymentId: state.razorpayPaymentId ?? payment.razorpayPaymentId,
      method: payment.method,
      effects: [...effects, ...giveBack(payment, 'coupon')],
      outcome: 'Paid too late: others have used the coupon up. The payment is given back.',
    }
  }
  return {
    status: 'completed',
    razorpayPaymentId: payment.razorpayPaymentId,
    method: payment.method,
    failure: null,
    effects: [
      ...partialRefundAlarm(payment, true),
      { kind: 'spend_coupon' },
      { kind: 'grant' },
      { kind: 'issue_receipt' },
      ...creditPart(payment, gone),
    ],
    outcome: 'Paid: the course is open.',
  }
}

/** An offer took the whole price off. Without a payment there is no receipt, and no refund. */
function decideFree(state: OrderState): Decision {
  const isOpen = state.status === 'pending' || state.status === 'failed'
  if (!isOpen || state.wasOpened || state.amountInPaise !== 0) {
    return unchanged(state, 'Nothing to do.')
  }
  if (state.isBuyerErased) return giveUp(state, 'The account was erased.')
  if (state.isOwnedOtherwise) return giveUp(state, 'The learner already has the course.')
  if (!state.isCouponLeft) return giveUp(state, 'Others have used the coupon up.')
  return {
    status: 'completed',
    razorpayPaymentId: null,
    failure: null,
    effects: [{ kind: 'spend_coupon' }, { kind: 'grant' }],
    outcome: 'Nothing to pay: the course is open.',
  }
}

/** One that was given up before, by an erasure or a join of accounts, may hold its use of a coupon still. */
function decideOrderLost(state: OrderState): Decision {
  if (state.status === 'pending') return giveUp(state, 'The provider has no such order.')
  const decision = unchanged(state, 'Nothing new at the provider.')
  if (state.wasOpened) return decision
  return { ...decision, effects: [{ kind: 'release_coupon', when: 'now' }] }
}

function giveUp(state: OrderState, outcome: string): Decision {
  return {
    ...unchanged(state, outcome),
    status: 'failed',
    effects: [{ kind: 'release_coupon', when: 'now' }],
  }
}

/**
 * Nothing is left of the payment: it went back by us, by the provider's dashboard or by itself, or in
 * parts, some of them to a bank. If it is not what opened the course, the order stays open for money
 * that is kept.
 */
function decideRefunded(state: OrderState, payment: PaymentSnapshot): Decision {
  const { razorpayPaymentId, amountInPaise, method } = payment
  const { lostInPaise } = goneOf(state, payment)
  const isTaken = lostInPaise >= amountInPaise
  const noted = isTaken
    ? { amountInPaise, cause: 'dispute' as const, isTaken }
    : { amountInPaise: amountInPaise - lostInPaise, cause: 'provider' as const, isTaken }
  const note: Effect = { kind: 'note_refund', razorpayPaymentId, ...noted }
  return decideGone(state, payment, isGivenBack(state, payment) ? null : note, {
    closed: 'Refunded at the provider: the course is closed again.',
    unopened: 'Paid and given back before the course was opened.',
    method,
  })
}

function decideGone(
  state: OrderState,
  payment: Pick<PaymentSnapshot, 'razorpayPaymentId' | 'amountInPaise'>,
  /** Null: it is written down. */
  note: Effect | null,
  outcomes: { closed: string; unopened: string; method: string | null },
): Decision {
  const effects = note === null || payment.amountInPaise <= 0 ? [] : [note]
  if (payment.razorpayPaymentId === state.razorpayPaymentId && state.status === 'completed') {
    return {
      status: 'refunded',
      razorpayPaymentId: payment.razorpayPaymentId,
      effects: [{ kind: 'revoke', reason: 'The payment was refunded.' }, ...effects],
      outcome: outcomes.closed,
    }
  }
  const isExact = payment.amountInPaise === state.amountInPaise
  const opensNothing = state.status === 'refunded' || state.status === 'completed' || !isExact
  if (opensNothing) {
    const isOwn = payment.razorpayPaymentId === state.razorpayPaymentId
    const news = isOwn
      ? 'A payment that was given back already was taken back.'
      : 'A payment that opened nothing was given back.'
    return {
      ...unchanged(state, note === null ? 'The refund is known.' : news),
      effects,
    }
  }
  return {
    status: 'refunded',
    razorpayPaymentId: payment.razorpayPaymentId,
    method: outcomes.method,
    effects: [...effects, { kind: 'release_coupon', when: 'now' }],
    outcome: outcomes.unopened,
  }
}

/** Open disputes are for people to answer; lost ones take the course once nothing is kept. */
function decideDispute(state: OrderState, dispute: DisputeSnapshot): Decision {
  const subject = `dispute ${dispute.disputeId}`
  if (dispute.status === 'won' || dispute.status === 'closed') {
    return {
      ...unchanged(state, `Dispute: ${dispute.status}.`),
      effects: [{ kind: 'resolve_alarm', subject }],
    }
  }
  const by = dispute.respondBy ? ` by ${formatDateTime(dispute.respondBy)}` : ''
  if (dispute.status !== 'lost') {
    const isOver = state.lostDisputes.some(({ disputeId }) => disputeId === dispute.disputeId)
    if (isOver) return unchanged(state, 'Old news: this dispute was lost.')
    const message = `The bank of the learner asks for payment ${dispute.razorpayPaymentId} back. Please answer at Razorpay${by}.`
    return {
      ...unchanged(state, `Dispute: ${dispute.status}.`),
      effects: [{ kind: 'alarm', subject, message }],
    }
  }
  const decision = decideLost(state, dispute, subject)
  return { ...decision, effects: [...decision.effects, { kind: 'resolve_alarm', subject }] }
}

function decideLost(state: OrderState, dispute: DisputeSnapshot, subject: string): Decision {
  const { razorpayPaymentId } = dispute
  const others = state.lostDisputes.filter(({ disputeId }) => disputeId !== dispute.disputeId)
  const gone = goneOf({ ...state, lostDisputes: [...others, dispute] }, { razorpayPaymentId })
  const isSold = state.status === 'completed' && opened(state, { razorpayPaymentId })
  const isTaken = gone.lostInPaise >= state.amountInPaise
  if (!isTaken && !(isSold && sumOf(gone) >= state.amountInPaise)) {
    const message = `A dispute was lost: the bank took ${inRupees(dispute.amountDeductedInPaise)} of payment ${razorpayPaymentId} back.${staysOpen(state.status === 'completed')}`
    const isKnown = state.lostDisputes.some(
      ({ disputeId, amountDeductedInPaise }) =>
        disputeId === dispute.disputeId && amountDeductedInPaise === dispute.amountDeductedInPaise,
    )
    // Told once: a course that closes meanwhile is nothing new about the dispute.
    const alarm: Effect[] = isKnown ? [] : [{ kind: 'alarm', subject: `${subject} lost`, message }]
    const credit: Effect[] = isSold ? [{ kind: 'credit_part', razorpayPaymentId, gone }] : []
    return { ...unchanged(state, 'Dispute: lost in part.'), effects: [...alarm, ...credit] }
  }
  const amountInPaise = isTaken ? gone.lostInPaise : dispute.amountDeductedInPaise
  const note: Effect = {
    kind: 'note_refund',
    razorpayPaymentId,
    amountInPaise,
    cause: 'dispute',
    isTaken,
  }
  return decideGone(state, { razorpayPaymentId, amountInPaise }, note, {
    closed: isTaken
      ? 'A dispute was lost: the bank took the payment back, and the course is closed again.'
      : 'A dispute was lost: with what was refunded nothing is kept, and the course is closed again.',
    unopened: 'A dispute was lost before the course was opened.',
    method: null,
  })
}

function decideRequest(state: OrderState, cause: 'requested' | 'administrator'): Decision {
  if (!canRefund(state) || state.razorpayPaymentId === null) {
    return unchanged(state, 'There is nothing to give back.')
  }
  const { razorpayPaymentId, amountInPaise } = state
  return {
    status: 'refunded',
    razorpayPaymentId,
    effects: [
      { kind: 'revoke', reason: 'The payment was refunded.' },
      { kind: 'refund', razorpayPaymentId: razorpayPaymentId, amountInPaise, cause },
    ],
    outcome: 'The refund was ordered and the course closed.',
  }
}

/** Money of the wrong amount or currency opens nothing and goes back. */
function decideMismatch(state: OrderState, payment: PaymentSnapshot): Decision {
  if (isGivenBack(state, payment)) {
    return unchanged(state, 'Known already; it is being given back.')
  }
  const isBackDue = payment.status === 'captured'
  const alarm: Effect = {
    kind: 'alarm',
    subject: `mismatch ${payment.razorpayPaymentId}`,
    message: `${inRupees(payment.amountInPaise, payment.currency)} came with payment ${payment.razorpayPaymentId}, but its order is for ${inRupees(state.amountInPaise)}. The course was not opened${isBackDue ? ', and the money goes back' : ''}.`,
  }
  const outcome = `${inRupees(payment.amountInPaise, payment.currency)} came, but the order is for ${inRupees(state.amountInPaise)}: nothing was opened.`
  if (!isBackDue) return { ...unchanged(state, outcome), effects: [alarm] }
  return { ...unchanged(state, outcome), effects: [alarm, ...giveBack(payment, 'mismatch')] }
}

/** All attempts failed, or none was ever made: shown as failed, though still not final. */
function decideAttempts(
  state: OrderState,
  update: Extract<OrderUpdate, { kind: 'attempts_listed' }>,
): Decision {
  const decision = decideListed(state, update)
  const isMoneyUnderWay = update.attempts.some(({ status }) => status === 'authorized')
  if (state.wasOpened || isMoneyUnderWay) return decision
  const release = { kind: 'release_coupon' as const, when: 'overdue' as const }
  return { ...decision, effects: [...decision.effects, release] }
}

function decideListed(
  state: OrderState,
  { attempts, isOrderAbandoned }: Extract<OrderUpdate, { kind: 'attempts_listed' }>,
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

function isGivenBack(state: OrderState, payment: { razorpayPaymentId: string }): boolean {
  return state.refundedRazorpayPaymentIds.includes(payment.razorpayPaymentId)
}

/** This payment is the one that opened the course. */
function opened(state: OrderState, payment: { razorpayPaymentId: string }): boolean {
  return state.wasOpened && payment.razorpayPaymentId === state.razorpayPaymentId
}

/** Late news never makes it less. */
function goneOf(
  state: OrderState,
  payment: Pick<PaymentSnapshot, 'razorpayPaymentId'> & Partial<PaymentSnapshot>,
): Gone {
  const known = opened(state, payment) ? state.refundedInPaise : 0
  const lost = state.lostDisputes.filter(
    ({ razorpayPaymentId }) => razorpayPaymentId === payment.razorpayPaymentId,
  )
  return {
    refundedInPaise: Math.max(known, payment.amountRefundedInPaise ?? 0),
    lostInPaise: lost.reduce((sum, dispute) => sum + dispute.amountDeductedInPaise, 0),
  }
}

function sumOf({ refundedInPaise, lostInPaise }: Gone): number {
  return refundedInPaise + lostInPaise
}

function giveBack(payment: PaymentSnapshot, cause: RefundCause): Effect[] {
  const amountInPaise = payment.amountInPaise - payment.amountRefundedInPaise
  if (amountInPaise <= 0) return []
  return [{ kind: 'refund', razorpayPaymentId: payment.razorpayPaymentId, amountInPaise, cause }]
}

function partialRefundAlarm(payment: PaymentSnapshot, isOpen: boolean): Effect[] {
  if (payment.amountRefundedInPaise === 0) return []
  const message = `${inRupees(payment.amountRefundedInPaise)} of payment ${payment.razorpayPaymentId} were given back at Razorpay.${staysOpen(isOpen)}`
  return [{ kind: 'alarm', subject: `partial refund ${payment.razorpayPaymentId}`, message }]
}

function staysOpen(isOpen: boolean): string {
  return isOpen ? ' The course stays open.' : ''
}

/** After the invoice, from which it is taken back. */
function creditPart({ razorpayPaymentId }: PaymentSnapshot, gone: Gone): Effect[] {
  return sumOf(gone) > 0 ? [{ kind: 'credit_part', razorpayPaymentId, gone }] : []
}

/** As people write it; Razorpay tells any currency in hundredths. */
function inRupees(amountInPaise: number, currency = 'INR'): string {
  if (currency === 'INR') return formatPaise(amountInPaise)
  return `${currency} ${writePaise(amountInPaise)}`
}

function unchanged(state: OrderState, outcome: string): Decision {
  return {
    status: state.status,
    razorpayPaymentId: state.razorpayPaymentId,
    effects: [],
    outcome,
  }
}
