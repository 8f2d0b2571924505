import type { Dispute, Order, Payment, Refund } from './entities.ts'
import { showOrder } from './entities.ts'

/** Something worth telling, with the entities as they were at that moment. */
export interface NewEvent {
  event: string
  payment: Payment
  order?: Order
  refund?: Refund
  dispute?: Dispute
}

/** The body of a webhook, byte for byte as it will be signed and sent. */
export function writeEnvelope(newEvent: NewEvent, atInSeconds: number): string {
  const { event, payment, order, refund, dispute } = newEvent
  const payload = {
    ...(refund && { refund: { entity: refund } }),
    payment: { entity: payment },
    ...(order && { order: { entity: showOrder(order) } }),
    ...(dispute && { dispute: { entity: dispute } }),
  }
  return JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxAcademy',
    event,
    contains: Object.keys(payload),
    payload,
    created_at: atInSeconds,
  })
}
