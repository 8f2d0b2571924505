import { returnUncaptured } from './decide-refund.ts'
import type { Payment } from './entities.ts'
import type { WebhookMode } from './faults.ts'
import { record, type StandIn } from './stand-in.ts'
import { findPayment } from './store.ts'

/** Gives an authorised payment back because nobody captured it; any other is refused. */
export function expirePayment(standIn: StandIn, paymentId: string, webhook?: WebhookMode): Payment {
  const payment = findPayment(standIn.store, paymentId)
  const step = returnUncaptured(payment, standIn.clock.nowInSeconds())
  record(standIn, { payments: [step.payment], refunds: [step.refund] }, step.newEvents, webhook)
  return step.payment
}
