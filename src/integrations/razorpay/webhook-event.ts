import { z } from 'zod'
import {
  type RazorpayDispute,
  type RazorpayOrder,
  type RazorpayPayment,
  type RazorpayRefund,
  razorpayDisputeSchema,
  razorpayOrderSchema,
  razorpayPaymentSchema,
  razorpayRefundSchema,
  readable,
} from './entities.ts'

/** What a webhook says. The entities are as they were when the event happened, not as they are. */
export interface RazorpayEvent {
  /** For example `order.paid`; events nobody asked for come too. */
  event: string
  /** Null for the rare event that comes without a time (`refund.speed_changed`). */
  createdAt: Date | null
  payment?: RazorpayPayment
  order?: RazorpayOrder
  refund?: RazorpayRefund
  dispute?: RazorpayDispute
}

const envelopeSchema = z.object({
  event: z.string().max(100).transform(readable),
  created_at: z.number().nullish(),
  payload: z.object({
    payment: z.object({ entity: razorpayPaymentSchema }).optional(),
    order: z.object({ entity: razorpayOrderSchema }).optional(),
    refund: z.object({ entity: razorpayRefundSchema }).optional(),
    dispute: z.object({ entity: razorpayDisputeSchema }).optional(),
  }),
})

/** Reads the body of a webhook whose signature has been found good; null if it is no event. */
export function parseWebhookEvent(rawBody: Buffer): RazorpayEvent | null {
  const envelope = envelopeSchema.safeParse(parseJson(rawBody)).data
  if (!envelope) return null
  const { event, created_at, payload } = envelope
  return {
    event,
    createdAt: typeof created_at === 'number' ? new Date(created_at * 1000) : null,
    ...(payload.payment && { payment: payload.payment.entity }),
    ...(payload.order && { order: payload.order.entity }),
    ...(payload.refund && { refund: payload.refund.entity }),
    ...(payload.dispute && { dispute: payload.dispute.entity }),
  }
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
