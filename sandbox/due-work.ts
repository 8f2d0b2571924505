import { failPayment } from './decide-payment.ts'
import type { Payment } from './entities.ts'
import { expirePayment } from './expire-payment.ts'
import { settlePendingRefund } from './settle-pending-refund.ts'
import { record, type StandIn } from './stand-in.ts'
import { type Change, findOrder } from './store.ts'

const minuteInMs = 60_000
/** For so long a bank may say nothing before an attempt counts as failed. */
const bankSilenceInMs = 10 * minuteInMs

/**
 * Does what Razorpay and banks do by themselves when its time has come: silent attempts fail,
 * authorised payments that nobody captures go back, refunds turned down by a bank fail. Nothing of
 * it is written down apart, so it outlives a restart with the payments and refunds it follows from.
 */
export function startDueWork(standIn: StandIn): void {
  const { store, clock, settings } = standIn

  function plan({ payments = [], refundFailures = [] }: Change): void {
    for (const { id, status, created_at, order_id } of payments) {
      const madeAtInMs = created_at * 1000
      if (status === 'created') later(madeAtInMs + bankSilenceInMs, () => failSilent(id))
      if (status === 'authorized')
        later(madeAtInMs + expiryOf(order_id) * minuteInMs, () => expire(id))
    }
    for (const { refund_id, at_in_ms } of refundFailures)
      later(at_in_ms, () => failRefund(refund_id))
  }

  /** Never within the step that it follows from, whose webhooks go out first. */
  function later(timeInMs: number, run: () => void): void {
    clock.at(Math.max(timeInMs, clock.nowInMs() + 1), () => {
      try {
        run()
      } catch (error) {
        settings.log.error({ err: error }, 'what was due could not be done')
      }
    })
  }

  function expiryOf(orderId: string): number {
    const own = store.orders.get(orderId)?.manual_expiry_in_minutes
    return own ?? settings.authorizationExpiryInMinutes
  }

  function expire(paymentId: string): void {
    if (store.payments.get(paymentId)?.status === 'authorized') expirePayment(standIn, paymentId)
  }

  function failSilent(paymentId: string): void {
    const payment = store.payments.get(paymentId)
    if (payment?.status !== 'created') return
    const step = failPayment(findOrder(store, payment.order_id), payment)
    record(standIn, { payments: [step.payment] }, step.newEvents)
  }

  function failRefund(refundId: string): void {
    if (store.refunds.get(refundId)?.status === 'pending')
      settlePendingRefund(standIn, refundId, 'failed')
  }

  store.watch(plan)
  const open = (payment: Payment): boolean =>
    payment.status === 'created' || payment.status === 'authorized'
  plan({
    payments: Array.from(store.payments.values()).filter(open),
    refundFailures: Array.from(store.refundFailures.values()),
  })
}
