import { z } from 'zod'
import { makeId, type Notes, type Payment, type Refund } from './entities.ts'
import { parseAmount, parseNotes, parseReceipt } from './make-order.ts'
import { invalidInput, type RequestError, requestError } from './request-error.ts'
import type { NewEvent } from './webhook-envelope.ts'

export interface RefundStep {
  payment: Payment
  refund: Refund
  newEvents: NewEvent[]
}

/** At once, at once without success, or pending until somebody says so by hand or a bank later. */
export type RefundMode = 'processed' | 'failed' | 'pending' | 'fails_later'

/** A refund that may be made. */
export interface RefundRequest {
  /** In paise. */
  amount: number
  speed: 'normal' | 'optimum'
  receipt: string | null
  notes: Notes
}

/** Six months, of which the shortest have 181 days. */
const refundableInSeconds = 181 * 24 * 60 * 60

const bodySchema = z.looseObject({
  amount: z.unknown().optional(),
  speed: z.enum(['normal', 'optimum']).catch('normal'),
  receipt: z.unknown().optional(),
  notes: z.unknown().optional(),
})

/**
 * What a request body asks for: part or, without an amount, all that is left. Refused in Razorpay's
 * words if it cannot be. A balance of null is never short.
 */
export function checkRefund(
  payment: Payment,
  body: unknown,
  { balanceInPaise, nowInSeconds }: { balanceInPaise: number | null; nowInSeconds: number },
): RefundRequest {
  if (payment.status === 'refunded')
    throw invalidInput('The payment has been fully refunded already')
  if (payment.status !== 'captured')
    throw invalidInput('The payment status should be captured for action to be taken')
  if (nowInSeconds - payment.created_at > refundableInSeconds)
    throw invalidInput('The payment is older than 6 months and cannot be refunded')
  const asked = bodySchema.parse(body ?? {})
  const left = payment.amount - payment.amount_refunded
  const amount = asked.amount === undefined ? left : parseAmount(asked.amount)
  if (amount > left)
    throw invalidInput('The refund amount provided is greater than amount captured', 'amount')
  const receipt = parseReceipt(asked.receipt)
  const notes = parseNotes(asked.notes)
  if (balanceInPaise !== null && amount > balanceInPaise) throw refuseForBalance()
  return { amount, speed: asked.speed, receipt, notes }
}

/** What Razorpay says when the account holds less than is to be given back. */
export function refuseForBalance(): RequestError {
  return requestError(
    400,
    'Your account does not have enough balance to carry out the refund operation.',
  )
}

export function makeRefund(
  payment: Payment,
  { amount, speed, receipt, notes }: RefundRequest,
  { mode, nowInSeconds }: { mode: RefundMode; nowInSeconds: number },
): RefundStep {
  const refund: Refund = {
    ...startRefund(payment, amount, nowInSeconds),
    receipt,
    notes,
    speed_requested: speed,
  }
  const reduced = withRefunded(payment, payment.amount_refunded + amount)
  const created = {
    payment: reduced,
    refund,
    newEvents: [eventFor('refund.created', reduced, refund)],
  }
  return mode === 'pending' || mode === 'fails_later' ? created : thenSettle(created, mode)
}

/** A pending refund comes to its end. A failed one gives the money back to the balance. */
export function settleRefund(
  payment: Payment,
  refund: Refund,
  status: 'processed' | 'failed',
): RefundStep {
  if (refund.status !== 'pending') throw invalidInput(`The refund is ${refund.status} already`)
  const settled: Refund = {
    ...refund,
    status,
    acquirer_data: { arn: status === 'processed' ? '10000000000000' : null },
  }
  const after =
    status === 'failed' ? withRefunded(payment, payment.amount_refunded - refund.amount) : payment
  return {
    payment: after,
    refund: settled,
    newEvents: [eventFor(`refund.${status}`, after, settled)],
  }
}

/**
 * Razorpay gives back by itself what it does not capture: at once what a bank authorises for an
 * order that is paid already, anything else when its time is over. Told like any refund, but of a
 * payment that was never captured.
 */
export function returnUncaptured(payment: Payment, nowInSeconds: number): RefundStep {
  if (payment.status !== 'authorized')
    throw invalidInput(`The payment is ${payment.status} and is not given back`)
  const returned = withRefunded(payment, payment.amount)
  const refund = startRefund(payment, payment.amount, nowInSeconds)
  const created = {
    payment: returned,
    refund,
    newEvents: [eventFor('refund.created', returned, refund)],
  }
  return thenSettle(created, 'processed')
}

function thenSettle(created: RefundStep, status: 'processed' | 'failed'): RefundStep {
  const settled = settleRefund(created.payment, created.refund, status)
  return { ...settled, newEvents: [...created.newEvents, ...settled.newEvents] }
}

function startRefund(payment: Payment, amount: number, nowInSeconds: number): Refund {
  return {
    id: `rfnd_${makeId()}`,
    entity: 'refund',
    amount,
    receipt: null,
    currency: payment.currency,
    payment_id: payment.id,
    notes: [],
    acquirer_data: { arn: null },
    created_at: nowInSeconds,
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

function withRefunded(payment: Payment, amountRefunded: number): Payment {
  const isFull = amountRefunded >= payment.amount
  const whileSomeIsLeft = payment.captured ? 'captured' : 'authorized'
  return {
    ...payment,
    amount_refunded: amountRefunded,
    refund_status: isFull ? 'full' : amountRefunded > 0 ? 'partial' : null,
    status: isFull ? 'refunded' : whileSomeIsLeft,
  }
}

function eventFor(event: string, payment: Payment, refund: Refund): NewEvent {
  return { event, payment, refund }
}
