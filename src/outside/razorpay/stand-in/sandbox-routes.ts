import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findOrder, findPayment, findRefund } from './books.ts'
import { disputePhases, moveDispute } from './decide-dispute.ts'
import { attemptPayment, authorizePayment, capturePayment, followedBy } from './decide-payment.ts'
import { makeRefund, returnLatePayment, settleRefund } from './decide-refund.ts'
import { methods } from './entities.ts'
import { faultSchema, webhookModes } from './faults.ts'
import { onlyLoopback } from './only-loopback.ts'
import { payOrder } from './pay-order.ts'
import { refuseInput } from './refusal.ts'
import { registerSandboxLists } from './sandbox-lists.ts'
import { registerSandboxPage } from './sandbox-page.ts'
import { record, type StandIn } from './stand-in.ts'

const webhook = z.enum(webhookModes).optional()
const howSchema = z.object({ webhook }).default({})
const paySchema = z
  .object({
    method: z.enum(methods).default('upi'),
    outcome: z.enum(['created', 'authorized', 'captured', 'failed']).default('captured'),
    webhook,
    amount: z.int().min(1).optional(),
  })
  .prefault({})
const disputeSchema = z
  .object({ phase: z.enum(disputePhases).default('created'), webhook })
  .prefault({})

interface ById {
  Params: { id: string }
}

/**
 * What buyers, banks, the dashboard and bad luck do, to be caused by tests or by hand. Without
 * authentication, so on loopback only.
 */
export function registerSandboxRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { books, faults } = standIn
  onlyLoopback(app)
  registerSandboxLists(app, standIn)
  registerSandboxPage(app, standIn)

  app.post<ById>('/orders/:id/pay', ({ params, body }) => {
    const { webhook, ...attempt } = paySchema.parse(body)
    return payOrder(standIn, params.id, attempt, webhook).reply
  })

  /** Somebody else claims that an order is paid: the payment does not exist, the signature is bad. */
  app.post<ById>('/orders/:id/forge-webhook', ({ params }) => {
    const order = findOrder(books, params.id)
    const { happenings } = attemptPayment(order, { method: 'upi', outcome: 'captured' })
    return { event_ids: record(standIn, {}, happenings, 'forged') }
  })

  app.post<ById>('/payments/:id/authorize', ({ params, body }) => {
    const payment = findPayment(books, params.id)
    const order = findOrder(books, payment.order_id)
    const step = authorizePayment(order, payment)
    const { webhook } = howSchema.parse(body)
    if (order.status !== 'paid') {
      record(standIn, { payments: [step.payment] }, step.happenings, webhook)
      return step.payment
    }
    const returned = returnLatePayment(step.payment)
    record(
      standIn,
      { payments: [returned.payment], refunds: [returned.refund] },
      [...step.happenings, ...returned.happenings],
      webhook,
    )
    return returned.payment
  })

  app.post<ById>('/payments/:id/capture', ({ params, body }) => {
    const payment = findPayment(books, params.id)
    const order = findOrder(books, payment.order_id)
    const isOpen = payment.status === 'failed' || payment.status === 'created'
    const step = isOpen
      ? followedBy(authorizePayment(order, payment), capturePayment)
      : capturePayment(order, payment)
    const { webhook } = howSchema.parse(body)
    record(standIn, { orders: [step.order], payments: [step.payment] }, step.happenings, webhook)
    return step.payment
  })

  app.post<ById>('/payments/:id/refund', ({ params, body }) => {
    const { webhook } = howSchema.parse(body)
    const step = makeRefund(findPayment(books, params.id), body, faults.refundMode())
    record(standIn, { payments: [step.payment], refunds: [step.refund] }, step.happenings, webhook)
    return step.refund
  })

  app.post<ById>('/payments/:id/dispute', ({ params, body }) => {
    const { phase, webhook } = disputeSchema.parse(body)
    const payment = findPayment(books, params.id)
    const step = moveDispute(payment, books.disputes.get(payment.id), phase)
    record(standIn, { disputes: [step.dispute] }, step.happenings, webhook)
    return step.dispute
  })

  app.post<ById>('/refunds/:id/process', ({ params, body }) => settle(params.id, body, 'processed'))
  app.post<ById>('/refunds/:id/fail', ({ params, body }) => settle(params.id, body, 'failed'))

  function settle(refundId: string, body: unknown, status: 'processed' | 'failed') {
    const refund = findRefund(books, refundId)
    const step = settleRefund(findPayment(books, refund.payment_id), refund, status)
    const { webhook } = howSchema.parse(body)
    record(standIn, { payments: [step.payment], refunds: [step.refund] }, step.happenings, webhook)
    return step.refund
  }

  /** The dashboard's replay: the same event id and bytes once more. */
  app.post<ById>('/webhooks/:id/redeliver', ({ params }) => {
    const delivery = books.deliveries.get(params.id)
    if (!delivery) throw refuseInput('The id provided does not exist')
    const again = { ...delivery, state: 'waiting' as const, owed: 1, next_attempt_at_in_ms: 0 }
    books.commit({ deliveries: [again] })
    standIn.deliveries.schedule([params.id])
    return again
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
