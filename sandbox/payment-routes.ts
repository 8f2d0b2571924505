import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { capturePayment } from './decide-payment.ts'
import type { Refund, RefundKey } from './entities.ts'
import { parseAmount } from './make-order.ts'
import { paginate, toCollection } from './paginate.ts'
import { refundPayment } from './refund-payment.ts'
import { invalidInput, requestError } from './request-error.ts'
import { record, type StandIn } from './stand-in.ts'
import { findOrder, findPayment, findRefund, listRefundsOfPayment } from './store.ts'

const captureSchema = z
  .looseObject({ amount: z.unknown().optional(), currency: z.unknown().optional() })
  .catch({
    amount: undefined,
    currency: undefined,
  })

interface ById {
  Params: { id: string }
}

/** `/v1/payments` and `/v1/refunds`: fetch, capture, refund. */
export function registerPaymentRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { store } = standIn
  const underWay = new Set<string>()

  app.get('/payments', (request) =>
    toCollection(paginate(Array.from(store.payments.values()).toReversed(), request.query)),
  )

  app.get<ById>('/payments/:id', ({ params }) => findPayment(store, params.id))

  app.post<ById>('/payments/:id/capture', ({ params, body }) => {
    const payment = findPayment(store, params.id)
    const asked = captureSchema.parse(body)
    const amount = parseAmount(asked.amount)
    if (asked.currency !== payment.currency)
      throw invalidInput('Payment currency and capture currency should be same.', 'currency')
    if (amount !== payment.amount && !payment.captured)
      throw invalidInput('Capture amount must be equal to the amount authorized', 'amount')
    const step = capturePayment(findOrder(store, payment.order_id), payment)
    record(standIn, { orders: [step.order], payments: [step.payment] }, step.newEvents)
    return step.payment
  })

  app.post<ById>('/payments/:id/refund', ({ params, body, headers }) =>
    refundOnce(standIn, params.id, body, { key: headers['x-refund-idempotency'], underWay }),
  )

  app.get<ById>('/payments/:id/refunds', ({ params, query }) => {
    const { id } = findPayment(store, params.id)
    return toCollection(paginate(listRefundsOfPayment(store, id), query))
  })

  app.get<ById>('/refunds/:id', ({ params }) => findRefund(store, params.id))

  app.get('/refunds', (request) =>
    toCollection(paginate(Array.from(store.refunds.values()).toReversed(), request.query)),
  )
}

/**
 * The same key with the same request gives the same refund, with another one a refusal, and one
 * that is still under way a conflict.
 */
async function refundOnce(
  standIn: StandIn,
  paymentId: string,
  body: unknown,
  { key, underWay }: { key: unknown; underWay: Set<string> },
): Promise<Refund> {
  findPayment(standIn.store, paymentId)
  if (key === undefined) {
    await takeTime()
    return refundPayment(standIn, paymentId, body)
  }
  if (typeof key !== 'string' || !/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw requestError(400, 'The idempotency key must be at least 10 letters, digits, - or _.')
  if (underWay.has(key))
    throw requestError(409, 'Another request with the same idempotency key is still in progress.')
  const fingerprint = createHash('sha256')
    .update(`${paymentId} ${JSON.stringify(body ?? {})}`)
    .digest('hex')
  const known = standIn.store.refundKeys.get(key)
  if (known) return findKnown(known, fingerprint)
  underWay.add(key)
  try {
    await takeTime()
    return refundPayment(standIn, paymentId, body, { key: { key, fingerprint } })
  } finally {
    underWay.delete(key)
  }

  function findKnown(known: RefundKey, fingerprint: string): Refund {
    if (known.fingerprint !== fingerprint)
      throw requestError(
        400,
        'Different request with the same idempotency key has already been processed.',
      )
    return findRefund(standIn.store, known.refund_id)
  }

  async function takeTime(): Promise<void> {
    const takesInMs = standIn.faults.refundTakesInMs()
    if (takesInMs > 0) await wait(takesInMs)
  }
}
