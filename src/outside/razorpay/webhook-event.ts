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
} from './entities.ts'
import { RazorpayError } from './razorpay-error.ts'

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
  event: z.string(),
  created_at: z.number().nullish(),
  payload: z.object({
    payment: z.object({ entity: razorpayPaymentSchema }).optional(),
    order: z.object({ entity: razorpayOrderSchema }).optional(),
    refund: z.object({ entity: razorpayRefundSchema }).optional(),
    dispute: z.object({ entity: razorpayDisputeSchema }).optional(),
  }),
})

/** Reads the body of a webhook whose signature has been found good; throws if it is no event. */
export function parseWebhookEvent(rawBody: Buffer): RazorpayEvent {
  const { event, created_at, payload } = parseEnvelope(rawBody)
  return {
    event,
    createdAt: typeof created_at === 'number' ? new Date(created_at * 1000) : null,
    ...(payload.payment && { payment: payload.payment.entity }),
    ...(payload.order && { order: payload.order.entity }),
    ...(payload.refund && { refund: payload.refund.entity }),
    ...(payload.dispute && { dispute: payload.dispute.entity }),
  }
}

function parseEnvelope(rawBody: Buffer) {
  try {
    return envelopeSchema.parse(JSON.parse(rawBody.toString('utf8')))
  } catch (cause) {
    throw new RazorpayError('The webhook is signed but is no event we can read', {
      kind: 'unavailable',
      cause,
    })
  }
}
