import { z } from 'zod'
import {
  type RazorpayDispute,
  type RazorpayPayment,
  type RazorpayRefund,
  razorpayDisputeSchema,
  razorpayId,
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
  order?: { id: string; status?: unknown }
  refund?: RazorpayRefund
  dispute?: RazorpayDispute
}

/** One that is empty is none. */
const sent = <Entity extends z.ZodType>(entity: Entity) =>
  z.preprocess(
    (value) => (value === null || Array.isArray(value) ? undefined : value),
    z.object({ entity }).optional(),
  )

const envelopeSchema = z.object({
  event: z.string().max(100).transform(readable),
  created_at: z.number().nullish().catch(null),
  payload: z.object({
    payment: sent(razorpayPaymentSchema),
    order: sent(z.object({ id: razorpayId, status: z.unknown().optional() })),
    refund: sent(razorpayRefundSchema),
    dispute: sent(razorpayDisputeSchema),
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

/** The provider's order that a body names first which is no event; null: there is none. */
export function findNamedOrder(rawBody: Buffer): string | null {
  return /"(?:order_)?id"\s*:\s*"(order_[\w-]{1,94})"/.exec(rawBody.toString('utf8'))?.[1] ?? null
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'))
  } catch {
    return undefined
  }
}
