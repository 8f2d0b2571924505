import { readBalance } from './balance.ts'
import { checkRefund, makeRefund, type RefundMode, refuseForBalance } from './decide-refund.ts'
import type { Refund, RefundKey } from './entities.ts'
import type { WebhookMode } from './faults.ts'
import { record, type StandIn } from './stand-in.ts'
import { findPayment } from './store.ts'

interface RefundOptions {
  /** How it ends. Left out, the faults say. */
  mode?: RefundMode | undefined
  webhook?: WebhookMode | undefined
  /** Kept with the refund, so that the same key never makes another. */
  key?: Omit<RefundKey, 'refund_id'> | undefined
}

/** Gives back part or all of a payment, told by webhooks; asked by the API or at the dashboard. */
export function refundPayment(
  standIn: StandIn,
  paymentId: string,
  body: unknown,
  { mode: asked, webhook, key }: RefundOptions = {},
): Refund {
  const { store, faults, clock, settings } = standIn
  const payment = findPayment(store, paymentId)
  const request = checkRefund(payment, body, {
    balanceInPaise: readBalance(store),
    nowInSeconds: clock.nowInSeconds(),
  })
  // Only now: a request that is refused anyway must not use up a fault.
  const mode = asked ?? faults.refundMode()
  if (mode === 'insufficient_balance') throw refuseForBalance()
  const step = makeRefund(payment, request, { mode, nowInSeconds: clock.nowInSeconds() })
  const refund_id = step.refund.id
  const at_in_ms = clock.nowInMs() + settings.refundFailsAfterInMs
  record(
    standIn,
    {
      payments: [step.payment],
      refunds: [step.refund],
      ...(key && { refundKeys: [{ ...key, refund_id }] }),
      ...(mode === 'fails_later' && { refundFailures: [{ refund_id, at_in_ms }] }),
    },
    step.newEvents,
    webhook,
  )
  // Razorpay learns only later that a refund has failed.
  return mode === 'failed' ? { ...step.refund, status: 'pending' } : step.refund
}
