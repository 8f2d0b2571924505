import { settleRefund } from './decide-refund.ts'
import type { Refund } from './entities.ts'
import type { WebhookMode } from './faults.ts'
import { record, type StandIn } from './stand-in.ts'
import { findPayment, findRefund } from './store.ts'

/** A bank brings a pending refund to its end; one that fails leaves the money with the academy. */
export function settlePendingRefund(
  standIn: StandIn,
  refundId: string,
  status: 'processed' | 'failed',
  webhook?: WebhookMode,
): Refund {
  const refund = findRefund(standIn.store, refundId)
  const step = settleRefund(findPayment(standIn.store, refund.payment_id), refund, status)
  record(standIn, { payments: [step.payment], refunds: [step.refund] }, step.newEvents, webhook)
  return step.refund
}
