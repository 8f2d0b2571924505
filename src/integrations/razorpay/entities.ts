import { z } from 'zod'

// Razorpay adds statuses, methods and fields without notice: unknown words stay plain strings,
// unknown fields are left out.

/** What PostgreSQL can store of a text: no NUL, no half of a surrogate pair. */
export function readable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

export const razorpayId = z.string().regex(/^[\w-]{1,100}$/)

const idOrNull = z
  .string()
  .nullish()
  .transform((text) => text || null)
  .pipe(razorpayId.nullable())

const word = z.string().max(100).transform(readable)

const textOrNull = z
  .string()
  .nullish()
  .transform((text) => (text ? readable(text.slice(0, 1000)) : null))

/** Of what nothing is decided by, so that what cannot be read of it is none. */
const remark = textOrNull.catch(null)

/** Never negative, so that a sum of it can be trusted. */
const paise = z.int().min(0)

const paiseOrNull = paise.nullish().transform((amount) => amount ?? null)

const instant = z
  .number()
  .min(0)
  .max(8e12)
  .transform((unixSeconds) => new Date(unixSeconds * 1000))

/** Razorpay sends notes as an object, but empty ones as `[]`. */
const notes = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .nullish()
  .transform((value): Record<string, string> => {
    if (!value || Array.isArray(value)) return {}
    return Object.fromEntries(Object.entries(value).map(([key, note]) => [key, String(note)]))
  })
  .catch({})

/** When the entity was made, for what is sorted by it; null: it is not said. */
const instantOrNull = instant
  .nullish()
  .transform((at) => at ?? null)
  .catch(null)

export const razorpayOrderSchema = z
  .object({
    id: razorpayId,
    amount: paise,
    amount_paid: paise.nullish(),
    amount_due: paise.nullish(),
    currency: word,
    receipt: remark,
    status: word,
    attempts: z.int().nullish(),
    notes,
  })
  .transform((order) => ({
    id: order.id,
    amountInPaise: order.amount,
    amountPaidInPaise: order.amount_paid ?? null,
    amountDueInPaise: order.amount_due ?? null,
    currency: order.currency,
    receipt: order.receipt,
    /** `created`, `attempted`, or `paid`, which stays even when all is refunded. */
    status: order.status,
    attempts: order.attempts ?? null,
    notes: order.notes,
  }))

export const razorpayPaymentSchema = z
  .object({
    id: razorpayId,
    order_id: idOrNull,
    amount: paise,
    currency: word,
    status: word,
    method: remark,
    captured: z.boolean().catch(false),
    amount_refunded: paiseOrNull,
    refund_status: remark,
    fee: paiseOrNull.catch(null),
    tax: paiseOrNull.catch(null),
    email: remark,
    contact: remark,
    error_code: remark,
    error_description: remark,
    error_reason: remark,
    notes,
    created_at: instantOrNull,
  })
  .transform((payment) => ({
    id: payment.id,
    razorpayOrderId: payment.order_id,
    amountInPaise: payment.amount,
    currency: payment.currency,
    /** `created`, `authorized`, `captured`, `refunded` or `failed`; the last is not final. */
    status: payment.status,
    method: payment.method,
    /** Samples of failed payments claim true here, so `status` decides. */
    isCaptured: payment.captured,
    amountRefundedInPaise: payment.amount_refunded ?? 0,
    /** Null, `partial` or `full`. */
    refundStatus: payment.refund_status,
    /** Razorpay's share, tax included; null until captured. */
    feeInPaise: payment.fee,
    taxInPaise: payment.tax,
    email: payment.email,
    contact: payment.contact,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
    errorReason: payment.error_reason,
    notes: payment.notes,
    createdAt: payment.created_at,
  }))

export const razorpayRefundSchema = z
  .object({
    id: razorpayId,
    payment_id: razorpayId,
    amount: paise,
    currency: remark,
    /** Older refunds come without one; they are done. */
    status: word.default('processed'),
    receipt: textOrNull,
    notes,
  })
  .transform((refund) => ({
    id: refund.id,
    razorpayPaymentId: refund.payment_id,
    amountInPaise: refund.amount,
    currency: refund.currency,
    /** `pending`, `processed` or `failed`. */
    status: refund.status,
    receipt: refund.receipt,
    notes: refund.notes,
  }))

export const razorpayDisputeSchema = z
  .object({
    id: razorpayId,
    payment_id: razorpayId,
    amount: paise,
    currency: remark,
    amount_deducted: paiseOrNull,
    reason_code: remark,
    respond_by: instantOrNull,
    status: word,
    phase: remark,
    created_at: instantOrNull,
  })
  .transform((dispute) => ({
    id: dispute.id,
    razorpayPaymentId: dispute.payment_id,
    amountInPaise: dispute.amount,
    currency: dispute.currency,
    amountDeductedInPaise: dispute.amount_deducted ?? 0,
    reasonCode: dispute.reason_code,
    respondBy: dispute.respond_by,
    /** `open`, `under_review`, `won`, `lost` or `closed`. */
    status: dispute.status,
    phase: dispute.phase,
    createdAt: dispute.created_at,
  }))

/** One line of the settlement recon report: what came in or went out with one transfer to the bank. */
export const razorpaySettlementLineSchema = z
  .object({
    entity_id: razorpayId,
    type: word,
    debit: paise,
    credit: paise,
    amount: paise,
    currency: word,
    fee: paiseOrNull,
    tax: paiseOrNull,
    created_at: instant,
    settled_at: instant.nullish(),
    settlement_id: idOrNull,
    settlement_utr: textOrNull,
    payment_id: idOrNull,
    order_id: idOrNull,
    dispute_id: idOrNull,
    description: textOrNull,
  })
  .transform((line) => ({
    /** Of the payment, refund or adjustment. */
    entityId: line.entity_id,
    /** `payment`, `refund`, `adjustment`, or one we do not know. */
    type: line.type,
    debitInPaise: line.debit,
    creditInPaise: line.credit,
    amountInPaise: line.amount,
    currency: line.currency,
    /** Razorpay's share, tax included. */
    feeInPaise: line.fee ?? 0,
    taxInPaise: line.tax ?? 0,
    createdAt: line.created_at,
    /** Null with its settlement: on hold. */
    settledAt: line.settled_at ?? null,
    settlementId: line.settlement_id,
    settlementUtr: line.settlement_utr,
    /** Of a refund the payment it gives back; of a payment null. */
    razorpayPaymentId: line.payment_id,
    razorpayOrderId: line.order_id,
    disputeId: line.dispute_id,
    description: line.description,
  }))

export type RazorpaySettlementLine = z.output<typeof razorpaySettlementLineSchema>
export type RazorpayOrder = z.output<typeof razorpayOrderSchema>
export type RazorpayPayment = z.output<typeof razorpayPaymentSchema>
export type RazorpayRefund = z.output<typeof razorpayRefundSchema>
export type RazorpayDispute = z.output<typeof razorpayDisputeSchema>
