import { randomInt } from 'node:crypto'
import { z } from 'zod'

// Razorpay's entities as they stand on the wire and in the journal: snake_case, paise, Unix seconds.

const notes = z.union([z.record(z.string(), z.string()), z.tuple([])])
const text = z.string().nullable()

export const methods = ['upi', 'card', 'netbanking', 'wallet', 'emi'] as const

export const orderSchema = z.object({
  id: z.string(),
  entity: z.literal('order'),
  amount: z.int(),
  amount_paid: z.int(),
  amount_due: z.int(),
  currency: z.string(),
  receipt: text,
  offer_id: z.null(),
  status: z.enum(['created', 'attempted', 'paid']),
  attempts: z.int(),
  notes,
  created_at: z.int(),
  /** Ours; not part of Razorpay's order and never shown. */
  capture_mode: z.enum(['automatic', 'manual']),
})

export const paymentSchema = z.object({
  id: z.string(),
  entity: z.literal('payment'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string(),
  invoice_id: z.null(),
  international: z.boolean(),
  method: z.enum(methods),
  amount_refunded: z.int(),
  refund_status: z.enum(['partial', 'full']).nullable(),
  captured: z.boolean(),
  description: text,
  card_id: text,
  card: z.record(z.string(), z.unknown()).optional(),
  bank: text,
  wallet: text,
  vpa: text,
  email: text,
  contact: text,
  notes,
  fee: z.int().nullable(),
  tax: z.int().nullable(),
  error_code: text,
  error_description: text,
  error_source: text,
  error_step: text,
  error_reason: text,
  acquirer_data: z.record(z.string(), text),
  created_at: z.int(),
  upi: z.record(z.string(), z.string()).optional(),
})

export const refundSchema = z.object({
  id: z.string(),
  entity: z.literal('refund'),
  amount: z.int(),
  receipt: text,
  currency: z.string(),
  payment_id: z.string(),
  notes,
  acquirer_data: z.record(z.string(), text),
  created_at: z.int(),
  batch_id: z.null(),
  status: z.enum(['pending', 'processed', 'failed']),
  speed_processed: z.string(),
  speed_requested: z.string(),
})

export const disputeSchema = z.object({
  id: z.string(),
  entity: z.literal('dispute'),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  amount_deducted: z.int(),
  reason_code: z.string(),
  respond_by: z.int(),
  status: z.enum(['open', 'under_review', 'action_required', 'won', 'lost', 'closed']),
  phase: z.string(),
  created_at: z.int(),
})

/** One webhook. `body` is kept as text because the signature is over its exact bytes. */
export const eventSchema = z.object({
  id: z.string(),
  event: z.string(),
  order_id: z.string(),
  payment_id: text,
  created_at_in_ms: z.number(),
  body: z.string(),
  /** Signed with a secret that is not ours, as somebody else would. */
  is_forged: z.boolean(),
})

export const deliverySchema = z.object({
  event_id: z.string(),
  state: z.enum(['waiting', 'delivered', 'dropped', 'given_up']),
  /** How many successful deliveries are still owed; two when the event is to come twice. */
  owed: z.int(),
  next_attempt_at_in_ms: z.number().nullable(),
  attempts: z.array(
    z.object({ at: z.string(), status: z.int().nullable(), error: z.string().nullable() }),
  ),
})

export const refundKeySchema = z.object({
  key: z.string(),
  fingerprint: z.string(),
  refund_id: z.string(),
})

export type Method = (typeof methods)[number]
export type Order = z.output<typeof orderSchema>
export type Payment = z.output<typeof paymentSchema>
export type Refund = z.output<typeof refundSchema>
export type Dispute = z.output<typeof disputeSchema>
export type WebhookEvent = z.output<typeof eventSchema>
export type Delivery = z.output<typeof deliverySchema>
export type RefundKey = z.output<typeof refundKeySchema>
export type Notes = z.output<typeof notes>

/** The order as Razorpay shows it. */
export function showOrder({ capture_mode: _ours, ...order }: Order) {
  return order
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 14 letters and digits, as in Razorpay's ids; put the prefix before them. */
export function makeId(): string {
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
