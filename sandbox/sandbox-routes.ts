import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registerAccountRoutes } from './account-routes.ts'
import { disputeSteps, moveDispute } from './decide-dispute.ts'
import { attemptPayment, authorizePayment, capturePayment, followedBy } from './decide-payment.ts'
import { returnUncaptured } from './decide-refund.ts'
import { methods, type Order, type Payment, settlementLineSchema } from './entities.ts'
import { expirePayment } from './expire-payment.ts'
import { faultSchema, webhookModes } from './faults.ts'
import { onlyLoopback } from './only-loopback.ts'
import { payOrder } from './pay-order.ts'
import { refundPayment } from './refund-payment.ts'
import { registerSandboxLists } from './sandbox-lists.ts'
import { registerSandboxPage } from './sandbox-page.ts'
import { settle } from './settle.ts'
import { settlePendingRefund } from './settle-pending-refund.ts'
import { record, type StandIn } from './stand-in.ts'
import { findOrder, findPayment, listDisputesOfPayment } from './store.ts'

const webhook = z.enum(webhookModes).optional()
const howSchema = z.object({ webhook }).default({})
const second = z.boolean().optional()
const lateSchema = z.object({ webhook, second }).default({})
const paySchema = z
  .object({
    second,
    method: z.enum(methods).default('upi'),
    outcome: z.enum(['created', 'authorized', 'captured', 'failed']).default('captured'),
    webhook,
    amount: z.int().min(1).optional(),
  })
  .prefault({})
const refundSchema = z
  .object({
    webhook,
    /** How the bank takes it; left out, the faults say. */
    outcome: z.enum(['processed', 'pending', 'failed', 'fails_later']).optional(),
  })
  .prefault({})
const disputeSchema = z
  .object({
    phase: z.enum(disputeSteps).default('created'),
    amount: z.int().min(1).optional(),
    webhook,
  })
  .prefault({})

const settleSchema = z
  .object({
    /** Also what was paid less than two days ago. */
    everything: z.boolean().default(true),
    /** As of another system that uses the same account. */
    lines: z.array(settlementLineSchema.partial()).default([]),
  })
  .prefault({})

interface ById {
  Params: { id: string }
}

/**
 * What buyers, banks, the dashboard and bad luck do, to be caused by tests or by hand. Without
 * authentication, so on loopback only.
 */
export function registerSandboxRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { store, faults, clock } = standIn
  onlyLoopback(app)
  registerSandboxLists(app, standIn)
  registerSandboxPage(app, standIn)
  registerAccountRoutes(app, standIn)

  app.post<ById>('/orders/:id/pay', ({ params, body }) => {
    const { webhook, ...attempt } = paySchema.parse(body)
    return payOrder(standIn, params.id, attempt, webhook).reply
  })

  /** Somebody else claims that an order is paid: the payment does not exist, the signature is bad. */
  app.post<ById>('/orders/:id/forge-webhook', ({ params }) => {
    const order = findOrder(store, params.id)
    const { newEvents } = attemptPayment(
      order,
      { method: 'upi', outcome: 'captured' },
      clock.nowInSeconds(),
    )
    return { event_ids: record(standIn, {}, newEvents, 'forged') }
  })

  /** For an order that is paid, Razorpay gives it back at once; `second` leaves it authorised. */
  app.post<ById>('/payments/:id/authorize', ({ params, body }) => {
    const payment = findPayment(store, params.id)
    const order = findOrder(store, payment.order_id)
    const { webhook, second } = lateSchema.parse(body)
    if (payment.status === 'authorized' || payment.status === 'captured') return payment
    const step = authorizePayment(order, payment)
    if (order.status !== 'paid' || second) {
      record(standIn, { payments: [step.payment] }, step.newEvents, webhook)
      return step.payment
    }
    const returned = returnUncaptured(step.payment, clock.nowInSeconds())
    record(
      standIn,
      { payments: [returned.payment], refunds: [returned.refund] },
      [...step.newEvents, ...returned.newEvents],
      webhook,
    )
    return returned.payment
  })

  app.post<ById>('/payments/:id/capture', ({ params, body }) => {
    const payment = findPayment(store, params.id)
    const order = findOrder(store, payment.order_id)
    const { webhook, second } = lateSchema.parse(body)
    if (payment.status === 'captured') return payment // the academy was first
    const isOpen = payment.status === 'failed' || payment.status === 'created'
    const capture = (order: Order, payment: Payment) => capturePayment(order, payment, { second })
    const step = isOpen
      ? followedBy(authorizePayment(order, payment), capture)
      : capture(order, payment)
    record(standIn, { orders: [step.order], payments: [step.payment] }, step.newEvents, webhook)
    return step.payment
  })

  app.post<ById>('/payments/:id/expire', ({ params, body }) =>
    expirePayment(standIn, params.id, howSchema.parse(body).webhook),
  )

  app.post<ById>('/payments/:id/refund', ({ params, body }) => {
    const { webhook, outcome } = refundSchema.parse(body)
    return refundPayment(standIn, params.id, body, { mode: outcome, webhook })
  })

  app.post<ById>('/payments/:id/dispute', ({ params, body }) => {
    const { phase, amount, webhook } = disputeSchema.parse(body)
    const payment = findPayment(store, params.id)
    const [latest] = listDisputesOfPayment(store, payment.id)
    const nowInSeconds = clock.nowInSeconds()
    const step = moveDispute(payment, latest, { step: phase, amount, nowInSeconds })
    record(standIn, { disputes: [step.dispute] }, step.newEvents, webhook)
    return step.dispute
  })

  app.post<ById>('/refunds/:id/process', ({ params, body }) =>
    settlePendingRefund(standIn, params.id, 'processed', howSchema.parse(body).webhook),
  )
  app.post<ById>('/refunds/:id/fail', ({ params, body }) =>
    settlePendingRefund(standIn, params.id, 'failed', howSchema.parse(body).webhook),
  )

  app.post('/settle', ({ body }) => {
    const { everything, lines } = settleSchema.parse(body)
    return settle(standIn, { isEverything: everything, strangeLines: lines })
  })

  app.get('/faults', () => faults.list())
  app.post('/faults', ({ body }) => {
    faults.add(faultSchema.parse(body ?? {}))
    return faults.list()
  })
  app.delete('/faults', () => {
    faults.clear()
    return faults.list()
  })
}
