import { z } from 'zod'
import { makeId, nowInSeconds, type Payment, type Refund } from './entities.ts'
import { parseAmount, parseNotes, parseReceipt } from './make-order.ts'
import { refuseInput } from './refusal.ts'
import type { Happening } from './webhook-envelope.ts'

export interface RefundStep {
  payment: Payment
  refund: Refund
  happenings: Happening[]
}

/** How refunds end: at once, at once without success, or when somebody says so by hand. */
export type RefundMode = 'processed' | 'failed' | 'pending'

const bodySchema = z.looseObject({
  amount: z.unknown().optional(),
  speed: z.enum(['normal', 'optimum']).catch('normal'),
  receipt: z.unknown().optional(),
  notes: z.unknown().optional(),
})

/** A refund of part or, without an amount, all that is left; refused in Razorpay's words. */
export function makeRefund(payment: Payment, body: unknown, mode: RefundMode): RefundStep {
  if (payment.status === 'refunded')
    throw refuseInput('The payment has been fully refunded already')
  if (payment.status !== 'captured')
    throw refuseInput('The payment status should be captured for action to be taken')
  const asked = bodySchema.parse(body ?? {})
  const left = payment.amount - payment.amount_refunded
  const amount = asked.amount === undefined ? left : parseAmount(asked.amount)
  if (amount > left)
    throw refuseInput('The refund amount provided is greater than amount captured', 'amount')
  const refund: Refund = {
    ...startRefund(payment, amount),
    receipt: parseReceipt(asked.receipt),
    notes: parseNotes(asked.notes),
    speed_requested: asked.speed,
  }
  const reduced = withRefunded(payment, payment.amount_refunded + amount)
  const created = {
    payment: reduced,
    refund,
    happenings: [tell('refund.created', reduced, refund)],
  }
  return mode === 'pending' ? created : thenSettle(created, mode)
}

/** A pending refund comes to its end. A failed one gives the money back to the balance. */
export function settleRefund(
  payment: Payment,
  refund: Refund,
  status: 'processed' | 'failed',
): RefundStep {
  if (refund.status !== 'pending') throw refuseInput(`The refund is ${refund.status} already`)
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
    happenings: [tell(`refund.${status}`, after, settled)],
  }
}

/** Razorpay gives back at once what a bank authorises late for an order that is paid already. */
export function returnLatePayment(payment: Payment): RefundStep {
  const returned: Payment = {
    ...withRefunded(payment, payment.amount),
    status: 'refunded',
  }
  const refund = startRefund(payment, payment.amount)
  const created = {
    payment: returned,
    refund,
    happenings: [tell('refund.created', returned, refund)],
  }
  return thenSettle(created, 'processed')
}

function thenSettle(created: RefundStep, status: 'processed' | 'failed'): RefundStep {
  const settled = settleRefund(created.payment, created.refund, status)
  return { ...settled, happenings: [...created.happenings, ...settled.happenings] }
}

function startRefund(payment: Payment, amount: number): Refund {
  return {
    id: `rfnd_${makeId()}`,
    entity: 'refund',
    amount,
    receipt: null,
    currency: payment.currency,
    payment_id: payment.id,
    notes: [],
    acquirer_data: { arn: null },
    created_at: nowInSeconds(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: 'normal',
  }
}

function withRefunded(payment: Payment, amountRefunded: number): Payment {
  const isFull = amountRefunded >= payment.amount
  return {
    ...payment,
    amount_refunded: amountRefunded,
    refund_status: isFull ? 'full' : amountRefunded > 0 ? 'partial' : null,
    status: isFull ? 'refunded' : 'captured',
  }
}

function tell(event: string, payment: Payment, refund: Refund): Happening {
  return { event, payment, refund }
}
