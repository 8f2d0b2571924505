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
  type SettlementLine,
  settlementLineSchema,
  type WebhookEvent,
} from './entities.ts'
import type { Journal } from './journal.ts'
import { invalidInput } from './request-error.ts'

const changeSchema = z.object({
  orders: z.array(orderSchema).optional(),
  payments: z.array(paymentSchema).optional(),
  refunds: z.array(refundSchema).optional(),
  refundKeys: z.array(refundKeySchema).optional(),
  refundFailures: z.array(refundFailureSchema).optional(),
  disputes: z.array(disputeSchema).optional(),
  settlementLines: z.array(settlementLineSchema).optional(),
  events: z.array(eventSchema).optional(),
  deliveries: z.array(deliverySchema).optional(),
  account: accountSchema.optional(),
})

/** New states of whatever a step touched; kept and lost as one. */
export type Change = z.output<typeof changeSchema>

/** All that the stand-in holds, in memory, in order of making; the journal keeps it over restarts. */
export interface Store {
  orders: Map<string, Order>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  refundKeys: Map<string, RefundKey>
  /** By refund. */
  refundFailures: Map<string, RefundFailure>
  disputes: Map<string, Dispute>
  /** By settlement and entity. */
  settlementLines: Map<string, SettlementLine>
  /** Payments, refunds and disputes that have had their line. */
  settledIds: Set<string>
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
export function openStore(journal: Journal): Store {
  const watchers: ((change: Change) => void)[] = []
  const store: Store = {
    orders: new Map(),
    payments: new Map(),
    refunds: new Map(),
    refundKeys: new Map(),
    refundFailures: new Map(),
    disputes: new Map(),
    settlementLines: new Map(),
    settledIds: new Set(),
    events: new Map(),
    deliveries: new Map(),
    account: newAccount,
    orderIdsByReceipt: new Map(),
    paymentIdsByOrder: new Map(),
    refundIdsByPayment: new Map(),
    disputeIdsByPayment: new Map(),
    commit(change) {
      journal.append(change)
      apply(store, change)
      for (const watcher of watchers) watcher(change)
    },
    watch(watcher) {
      watchers.push(watcher)
    },
    compact() {
      const states = listStates(store)
      if (lineCount > 1000 && lineCount > 2 * states.length) journal.replace(states)
    },
  }
  const lines = journal.read()
  const lineCount = lines.length
  for (const line of lines) {
    const change = changeSchema.safeParse(line)
    if (change.success) apply(store, change.data)
  }
  return store
}

/** The order of this id; refused in Razorpay's words when there is none. */
export function findOrder(store: Store, id: string): Order {
  return found(store.orders.get(id), 'order', id)
}

/** The payment of this id; refused in Razorpay's words when there is none. */
export function findPayment(store: Store, id: string): Payment {
  return found(store.payments.get(id), 'pay', id)
}

/** The refund of this id; refused in Razorpay's words when there is none. */
export function findRefund(store: Store, id: string): Refund {
  return found(store.refunds.get(id), 'rfnd', id)
}

/** The dispute of this id; refused in Razorpay's words when there is none. */
export function findDispute(store: Store, id: string): Dispute {
  return found(store.disputes.get(id), 'disp', id)
}

/** The attempts at an order, newest first. */
export function listPaymentsOfOrder(store: Store, orderId: string): Payment[] {
  return pick(store.payments, store.paymentIdsByOrder.get(orderId))
}

/** The refunds of a payment, newest first. */
export function listRefundsOfPayment(store: Store, paymentId: string): Refund[] {
  return pick(store.refunds, store.refundIdsByPayment.get(paymentId))
}

/** The disputes of a payment, newest first. */
export function listDisputesOfPayment(store: Store, paymentId: string): Dispute[] {
  return pick(store.disputes, store.disputeIdsByPayment.get(paymentId))
}

/** The orders with a receipt, newest first. */
export function listOrdersOfReceipt(store: Store, receipt: string): Order[] {
  return pick(store.orders, store.orderIdsByReceipt.get(receipt))
}

function apply(store: Store, change: Change): void {
  for (const order of change.orders ?? []) {
    if (order.receipt !== null && !store.orders.has(order.id))
      index(store.orderIdsByReceipt, order.receipt, order.id)
    store.orders.set(order.id, order)
  }
  for (const payment of change.payments ?? []) {
    if (!store.payments.has(payment.id))
      index(store.paymentIdsByOrder, payment.order_id, payment.id)
    store.payments.set(payment.id, payment)
  }
  for (const refund of change.refunds ?? []) {
    if (!store.refunds.has(refund.id)) index(store.refundIdsByPayment, refund.payment_id, refund.id)
    store.refunds.set(refund.id, refund)
  }
  for (const key of change.refundKeys ?? []) store.refundKeys.set(key.key, key)
  for (const failure of change.refundFailures ?? [])
    store.refundFailures.set(failure.refund_id, failure)
  for (const dispute of change.disputes ?? []) {
    if (!store.disputes.has(dispute.id))
      index(store.disputeIdsByPayment, dispute.payment_id, dispute.id)
    store.disputes.set(dispute.id, dispute)
  }
  for (const line of change.settlementLines ?? []) {
    store.settlementLines.set(`${line.settlement_id} ${line.entity_id}`, line)
    store.settledIds.add(line.dispute_id ?? line.entity_id)
  }
  for (const event of change.events ?? []) store.events.set(event.id, event)
  for (const delivery of change.deliveries ?? []) store.deliveries.set(delivery.event_id, delivery)
  if (change.account) store.account = change.account
}

function listStates(store: Store): Change[] {
  return [
    ...Array.from(store.orders.values(), (order) => ({ orders: [order] })),
    ...Array.from(store.payments.values(), (payment) => ({ payments: [payment] })),
    ...Array.from(store.refunds.values(), (refund) => ({ refunds: [refund] })),
    ...Array.from(store.refundKeys.values(), (key) => ({ refundKeys: [key] })),
    ...Array.from(store.refundFailures.values(), (failure) => ({ refundFailures: [failure] })),
    ...Array.from(store.disputes.values(), (dispute) => ({ disputes: [dispute] })),
    ...Array.from(store.settlementLines.values(), (line) => ({ settlementLines: [line] })),
    ...Array.from(store.events.values(), (event) => ({ events: [event] })),
    ...Array.from(store.deliveries.values(), (delivery) => ({ deliveries: [delivery] })),
    ...(store.account === newAccount ? [] : [{ account: store.account }]),
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
    throw invalidInput(`${id.slice(0, 60)} is not a valid id`)
  throw invalidInput('The id provided does not exist')
}
