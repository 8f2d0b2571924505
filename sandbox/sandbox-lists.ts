import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Delivery, showOrder, type WebhookEvent } from './entities.ts'
import type { StandIn } from './stand-in.ts'

const filterSchema = z.object({
  receipt: z.string().optional(),
  order_id: z.string().optional(),
  payment_id: z.string().optional(),
  event: z.string().optional(),
})

/** Plain lists of all there is, newest first, each with the obvious filters in the query. */
export function registerSandboxLists(app: FastifyInstance, { store }: StandIn): void {
  app.get('/orders', ({ query }) => {
    const { receipt } = filterSchema.parse(query)
    return newestFirst(store.orders)
      .filter((order) => receipt === undefined || order.receipt === receipt)
      .map(showOrder)
  })

  app.get('/payments', ({ query }) => {
    const { order_id } = filterSchema.parse(query)
    return newestFirst(store.payments).filter(
      (payment) => order_id === undefined || payment.order_id === order_id,
    )
  })

  app.get('/refunds', ({ query }) => {
    const { payment_id } = filterSchema.parse(query)
    return newestFirst(store.refunds).filter(
      (refund) => payment_id === undefined || refund.payment_id === payment_id,
    )
  })

  app.get('/disputes', ({ query }) => {
    const { payment_id } = filterSchema.parse(query)
    return newestFirst(store.disputes).filter(
      (dispute) => payment_id === undefined || dispute.payment_id === payment_id,
    )
  })

  app.get('/webhooks', ({ query }) => {
    const { order_id, payment_id, event } = filterSchema.parse(query)
    return newestFirst(store.events)
      .filter((each) => order_id === undefined || each.order_id === order_id)
      .filter((each) => payment_id === undefined || each.payment_id === payment_id)
      .filter((each) => event === undefined || each.event === event)
      .map((each) => ({
        ...showWebhook(each, store.deliveries.get(each.id)),
        webhook: store.account.webhook.disabled_at_in_ms === null ? 'enabled' : 'disabled',
      }))
  })
}

export function newestFirst<Entity>(entities: Map<string, Entity>): Entity[] {
  return Array.from(entities.values()).toReversed()
}

function showWebhook(event: WebhookEvent, delivery: Delivery | undefined) {
  const body: unknown = JSON.parse(event.body)
  return {
    id: event.id,
    event: event.event,
    order_id: event.order_id,
    payment_id: event.payment_id,
    is_forged: event.is_forged,
    created_at: new Date(event.created_at_in_ms).toISOString(),
    state: delivery?.state ?? 'dropped',
    delivered: delivery?.state === 'delivered',
    attempts: delivery?.attempts ?? [],
    body,
  }
}
