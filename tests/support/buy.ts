import { createOrder, listMyPayments, verifyPayment } from '../../src/domains/checkout/contract.ts'
import type { Person } from './factories.ts'
import type { TestServer } from './start-test-server.ts'

/** All that is asked at the stand-in itself. */
type Provider = Pick<TestServer, 'razorpayUrl'>

interface PayOptions {
  method?: 'upi' | 'card' | 'netbanking' | 'wallet' | 'emi'
  outcome?: 'captured' | 'authorized' | 'failed' | 'created'
  webhook?: 'now' | 'never' | 'twice' | 'late' | 'reordered' | 'forged'
  amount?: number
  /** Of an order that is paid already. */
  second?: boolean
}

export interface PaidAnswer {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

/** Pays an order at the stand-in, as the checkout sheet would; no webhook unless asked for. */
export async function pay(
  server: Provider,
  razorpayOrderId: string,
  options: PayOptions = {},
): Promise<PaidAnswer> {
  const body = { webhook: 'never', ...options }
  return postSandbox<PaidAnswer>(server, `orders/${razorpayOrderId}/pay`, body)
}

/** Something done by hand at the stand-in, e.g. `payments/pay_1/capture`. */
export async function postSandbox<Answer = unknown>(
  server: Provider,
  path: string,
  body: unknown = {},
): Promise<Answer> {
  const answer = await fetch(`${server.razorpayUrl}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

export async function listSandbox<Item = { [field: string]: unknown }>(
  server: Provider,
  what: 'orders' | 'payments' | 'refunds' | 'disputes' | 'webhooks',
): Promise<Item[]> {
  const answer = await fetch(`${server.razorpayUrl}/sandbox/${what}`)
  return answer.json()
}

export async function clearFaults(server: Provider): Promise<void> {
  await fetch(`${server.razorpayUrl}/sandbox/faults`, { method: 'DELETE' })
}

/** Order, payment and verification, all going well. */
export async function buy(
  server: TestServer,
  learner: Person,
  course: { id: string },
): Promise<PaidAnswer> {
  const order = await server.as(learner)(createOrder, { body: { course_id: course.id } })
  const paid = await pay(server, order.order_id)
  await server.as(learner)(verifyPayment, { body: paid })
  return paid
}

/** Status of each payment of a learner, newest first. */
export async function paymentStatuses(server: TestServer, learner: Person): Promise<string[]> {
  const payments = await server.as(learner)(listMyPayments, {})
  return payments.map((payment) => payment.status)
}

/** Asks again and again until the answer is as wished for; fails after five minutes. */
export async function eventually<Value>(
  look: () => Promise<Value>,
  isAsWished: (value: Value) => boolean,
): Promise<Value> {
  const until = Date.now() + 300_000
  for (;;) {
    const value = await look()
    if (isAsWished(value)) return value
    if (Date.now() > until) throw new Error(`still ${JSON.stringify(value)} after five minutes`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
