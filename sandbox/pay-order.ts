import { signCheckout } from '../src/integrations/razorpay/signatures.ts'
import { type Attempt, attemptPayment, type Outcome } from './decide-payment.ts'
import type { Payment } from './entities.ts'
import type { WebhookMode } from './faults.ts'
import { record, type StandIn } from './stand-in.ts'
import { findOrder } from './store.ts'

/** Exactly the three fields that Razorpay hands to the browser. */
export interface CheckoutReply {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

/**
 * One attempt of a buyer, told by webhooks in the given way. Without an outcome it succeeds, which
 * means captured, or authorized when the order asks for capture by hand.
 */
export function payOrder(
  standIn: StandIn,
  orderId: string,
  { outcome, ...attempt }: Omit<Attempt, 'outcome'> & { outcome?: Outcome | undefined },
  mode?: WebhookMode,
): { payment: Payment; reply: CheckoutReply } {
  const order = findOrder(standIn.store, orderId)
  const success = order.capture_mode === 'manual' ? 'authorized' : 'captured'
  const step = attemptPayment(
    order,
    { ...attempt, outcome: outcome ?? success },
    standIn.clock.nowInSeconds(),
  )
  record(standIn, { orders: [step.order], payments: [step.payment] }, step.newEvents, mode)
  const ids = { razorpayOrderId: orderId, razorpayPaymentId: step.payment.id }
  return {
    payment: step.payment,
    reply: {
      razorpay_payment_id: ids.razorpayPaymentId,
      razorpay_order_id: orderId,
      razorpay_signature: signCheckout({ ...ids, keySecret: standIn.settings.keySecret }),
    },
  }
}
