import { z } from 'zod'
import {
  type Account,
  accountSchema,
  type Delivery,
  type Dispute,
  deliverySchema,
  disputeSchema,
  eventSchema,
  newAccount,
  type Order,
  orderSchema,
  type Payment,
  paymentSchema,
  type Refund,
  type RefundFailure,
  type RefundKey,
  refundFailureSchema,
  refundKeySchema,
  refundSchema,
  type WebhookEvent,
} from './entities.ts'
import type { Journal } from './journal.ts'
import { refuseInput } from './refusal.ts'

const changeSchema = z.object({
  orders: z.array(orderSchema).optional(),
  payments: z.array(paymentSchema).optional(),
  refunds: z.array(refundSchema).optional(),
  refundKeys: z.array(refundKeySchema).optional(),
  refundFailures: z.array(refundFailureSchema).optional(),
  disputes: z.array(disputeSchema).optional(),
  events: z.array(eventSchema).optional(),
  deliveries: z.array(deliverySchema).optional(),
  account: accountSchema.optional(),
})

/** New states of whatever a step touched; kept and lost as one. */
export type Change = z.output<typeof changeSchema>

/** All that the stand-in holds, in memory, in order of making; the journal keeps it over restarts. */
export interface Books {
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  refundKeys: Map<string, RefundKey>
  /** By refund. */
  refundFailures: Map<string, RefundFailure>
  disputes: Map<string, Dispute>
  events: Map<string, WebhookEvent>
  deliveries: Map<string, Delivery>
  account: Account
  orderIdsByReceipt: Map<string, string[]>
  paymentIdsByOrder: Map<string, string[]>
  refundIdsByPayment: Map<string, string[]>
  disputeIdsByPayment: Map<string, string[]>
  /** Writes the change down first and only then lets it be seen. */
  commit(change: Change): void
  /** Is told of every change once it is seen. */
  watch(watcher: (change: Change) => void): void
  /** Shortens the journal when most of it is history. Only for the process that owns the data. */
  compact(): void
}

/** Reads the journal into memory. Lines that are no change of ours are passed over. */
export function openBooks(journal: Journal): Books {
  const watchers: ((change: Change) => void)[] = []
  const books: Books = {
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    refundFailures: new Map(),
    disputes: new Map(),
    events: new Map(),
    deliveries: new Map(),
    account: newAccount,
    orderIdsByReceipt: new Map(),
    paymentIdsByOrder: new Map(),
    refundIdsByPayment: new Map(),
    disputeIdsByPayment: new Map(),
    commit(change) {
      journal.append(change)
      apply(books, change)
      for (const watcher of watchers) watcher(change)
    },
    watch(watcher) {
      watchers.push(watcher)
    },
    compact() {
      const states = listStates(books)
      if (lineCount > 1000 && lineCount > 2 * states.length) journal.replace(states)
    },
  }
  const lines = journal.read()
  const lineCount = lines.length
  for (const line of lines) {
    const change = changeSchema.safeParse(line)
    if (change.success) apply(books, change.data)
  }
  return books
}

/** The order of this id; refused in Razorpay's words when there is none. */
export function findOrder(books: Books, id: string): Order {
  return found(books.orders.get(id), 'order', id)
}

/** The payment of this id; refused in Razorpay's words when there is none. */
export function findPayment(books: Books, id: string): Payment {
  return found(books.payments.get(id), 'pay', id)
}

/** The refund of this id; refused in Razorpay's words when there is none. */
export function findRefund(books: Books, id: string): Refund {
  return found(books.refunds.get(id), 'rfnd', id)
}

/** The dispute of this id; refused in Razorpay's words when there is none. */
export function findDispute(books: Books, id: string): Dispute {
  return found(books.disputes.get(id), 'disp', id)
}

/** The attempts at an order, newest first. */
export function listPaymentsOfOrder(books: Books, orderId: string): Payment[] {
  return pick(books.payments, books.paymentIdsByOrder.get(orderId))
}

/** The refunds of a payment, newest first. */
export function listRefundsOfPayment(books: Books, paymentId: string): Refund[] {
  return pick(books.refunds, books.refundIdsByPayment.get(paymentId))
}

/** The disputes of a payment, newest first. */
export function listDisputesOfPayment(books: Books, paymentId: string): Dispute[] {
  return pick(books.disputes, books.disputeIdsByPayment.get(paymentId))
}

/** The orders with a receipt, newest first. */
export function listOrdersOfReceipt(books: Books, receipt: string): Order[] {
  return pick(books.orders, books.orderIdsByReceipt.get(receipt))
}

function apply(books: Books, change: Change): void {
  for (const order of change.orders ?? []) {
    if (order.receipt !== null && !books.orders.has(order.id))
      index(books.orderIdsByReceipt, order.receipt, order.id)
    books.orders.set(order.id, order)
  }
  for (const payment of change.payments ?? []) {
    if (!books.payments.has(payment.id))
      index(books.paymentIdsByOrder, payment.order_id, payment.id)
    books.payments.set(payment.id, payment)
  }
  for (const refund of change.refunds ?? []) {
    if (!books.refunds.has(refund.id)) index(books.refundIdsByPayment, refund.payment_id, refund.id)
    books.refunds.set(refund.id, refund)
  }
  for (const key of change.refundKeys ?? []) books.refundKeys.set(key.key, key)
  for (const failure of change.refundFailures ?? [])
    books.refundFailures.set(failure.refund_id, failure)
  for (const dispute of change.disputes ?? []) {
    if (!books.disputes.has(dispute.id))
      index(books.disputeIdsByPayment, dispute.payment_id, dispute.id)
    books.disputes.set(dispute.id, dispute)
  }
  for (const event of change.events ?? []) books.events.set(event.id, event)
  for (const delivery of change.deliveries ?? []) books.deliveries.set(delivery.event_id, delivery)
  if (change.account) books.account = change.account
}

function listStates(books: Books): Change[] {
  return [
    ...Array.from(books.orders.values(), (order) => ({ orders: [order] })),
    ...Array.from(books.payments.values(), (payment) => ({ payments: [payment] })),
    ...Array.from(books.refunds.values(), (refund) => ({ refunds: [refund] })),
    ...Array.from(books.refundKeys.values(), (key) => ({ refundKeys: [key] })),
    ...Array.from(books.refundFailures.values(), (failure) => ({ refundFailures: [failure] })),
    ...Array.from(books.disputes.values(), (dispute) => ({ disputes: [dispute] })),
    ...Array.from(books.events.values(), (event) => ({ events: [event] })),
    ...Array.from(books.deliveries.values(), (delivery) => ({ deliveries: [delivery] })),
    ...(books.account === newAccount ? [] : [{ account: books.account }]),
  ]
}

function index(ids: Map<string, string[]>, key: string, id: string): void {
  const known = ids.get(key)
  if (known) known.push(id)
  else ids.set(key, [id])
}

function pick<Entity>(entities: Map<string, Entity>, ids: string[] = []): Entity[] {
  return ids.flatMap((id) => entities.get(id) ?? []).toReversed()
}

function found<Entity>(entity: Entity | undefined, prefix: string, id: string): Entity {
  if (entity) return entity
  if (!new RegExp(`^${prefix}_[A-Za-z0-9]{14}$`).test(id))
    throw refuseInput(`${id.slice(0, 60)} is not a valid id`)
  throw refuseInput('The id provided does not exist')
}
