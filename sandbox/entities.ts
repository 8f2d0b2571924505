import { randomInt } from 'node:crypto'
import { z } from 'zod'

// Razorpay's entities as they stand on the wire and in the journal: snake_case, paise, Unix seconds.

const notes = z.union([z.record(z.string(), z.string()), z.tuple([])])
const text = z.string().nullable()

/** What the sheet offers. */
export const checkoutMethods = ['upi', 'card', 'netbanking', 'wallet', 'emi'] as const

/** What a payment may come by, also when the account has more switched on than the sheet shows. */
export const methods = [...checkoutMethods, 'paylater', 'cardless_emi', 'emandate'] as const

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
  /** Ours as well. Null: the account's own. Journals of older stand-ins have none. */
  manual_expiry_in_minutes: z.int().nullable().default(null),
})

const paymentFieldsSchema = z.object({
  id: z.string(),
  entity: z.literal('payment'),
  amount: z.int(),
  currency: z.string(),
  base_amount: z.int().optional(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string(),
  invoice_id: z.null(),
  international: z.boolean(),
  method: z.enum(methods),
  amount_refunded: z.int(),
  amount_transferred: z.int().default(0),
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
  customer_id: text.default(null),
  token_id: text.default(null),
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
  provider: z.null().default(null),
  reward: z.null().default(null),
  upi: z.record(z.string(), z.string()).optional(),
})

export const paymentSchema = paymentFieldsSchema.transform((payment) => ({
  ...payment,
  base_amount: payment.base_amount ?? payment.amount,
}))

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

const documents = z.null()

/** What the academy would hand in against a dispute. The stand-in takes none. */
const evidenceSchema = z.object({
  amount: z.int(),
  summary: z.null(),
  shipping_proof: documents,
  billing_proof: documents,
  cancellation_proof: documents,
  customer_communication: documents,
  proof_of_service: documents,
  explanation_letter: documents,
  refund_confirmation: documents,
  access_activity_log: documents,
  refund_cancellation_policy: documents,
  term_and_conditions: documents,
  others: documents,
  submitted_at: z.null(),
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
  // An older stand-in had a status of its own for what Razorpay only has an event for.
  status: z.preprocess(
    (status) => (status === 'action_required' ? 'open' : status),
    z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  ),
  phase: z.enum(['fraud', 'retrieval', 'chargeback', 'pre_arbitration', 'arbitration']),
  created_at: z.int(),
  evidence: evidenceSchema.nullable().default(null),
})

/** One line of the settlement recon report, as it is shown. Once made it never changes. */
export const settlementLineSchema = z.object({
  entity_id: z.string(),
  type: z.enum(['payment', 'refund', 'adjustment']),
  debit: z.int(),
  credit: z.int(),
  amount: z.int(),
  currency: z.string(),
  fee: z.int(),
  tax: z.int(),
  on_hold: z.boolean(),
  settled: z.boolean(),
  created_at: z.int(),
  settled_at: z.int(),
  settlement_id: z.string(),
  posted_at: z.null(),
  credit_type: z.string(),
  description: text,
  notes: text,
  payment_id: text,
  settlement_utr: text,
  order_id: text,
  order_receipt: text,
  method: text,
  card_network: text,
  card_issuer: text,
  card_type: text,
  dispute_id: text,
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
  /** `dropped` by a fault, `not_sent` because the webhook was disabled. */
  state: z.enum(['waiting', 'delivered', 'dropped', 'given_up', 'not_sent']),
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

/** A refund that the bank will turn down at that time. */
export const refundFailureSchema = z.object({ refund_id: z.string(), at_in_ms: z.number() })

/** What is true of the account as a whole. */
export const accountSchema = z.object({
  clock_ahead_in_ms: z.number(),
  /** To which captures add and from which refunds and lost disputes take. Null: never short. */
  opening_balance_in_paise: z.int().nullable(),
  webhook: z.object({
    /** Of the first failed delivery since one was taken; null while all is well. */
    failing_since_in_ms: z.number().nullable(),
    disabled_at_in_ms: z.number().nullable(),
  }),
})

export const newAccount: Account = {
  clock_ahead_in_ms: 0,
  opening_balance_in_paise: null,
  webhook: { failing_since_in_ms: null, disabled_at_in_ms: null },
}

export type Method = (typeof methods)[number]
export type Order = z.output<typeof orderSchema>
export type Payment = z.output<typeof paymentSchema>
export type Refund = z.output<typeof refundSchema>
export type Dispute = z.output<typeof disputeSchema>
export type SettlementLine = z.output<typeof settlementLineSchema>
export type WebhookEvent = z.output<typeof eventSchema>
export type Delivery = z.output<typeof deliverySchema>
export type RefundFailure = z.output<typeof refundFailureSchema>
export type Account = z.output<typeof accountSchema>
export type RefundKey = z.output<typeof refundKeySchema>
export type Notes = z.output<typeof notes>

/** The order as Razorpay shows it. */
export function showOrder({
  capture_mode: _mode,
  manual_expiry_in_minutes: _expiry,
  ...order
}: Order) {
  return order
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 14 letters and digits, as in Razorpay's ids; put the prefix before them. */
export function makeId(): string {
  return Array.from({ length: 14 }, () => letters[randomInt(letters.length)]).join('')
}
