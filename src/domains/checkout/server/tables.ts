import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, paise } from '../../../platform/database/columns.ts'
import { orderStatuses, refundCauses, refundStatuses, updateSources } from '../statuses.ts'

const now = sql`clock_timestamp()`

/**
 * One row per order at the provider.
 * Triggers: orders_have_items (checkout); orders_change_counted, orders_counted (analytics).
 */
export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  /** What the provider is told, and asked by when its answer was lost. */
  receipt: text().notNull(),
  /** Null only until the provider has answered. */
  razorpayOrderId: text('razorpay_order_id'),
  learnerId: uuid('learner_id').notNull(),
  /** The first course of a bundle. */
  courseId: text('course_id').notNull(),
  /** The title of a bundle. */
  courseTitle: text('course_title').notNull(),
  /** What is paid. Zero: granted without the provider. */
  amountInPaise: paise('amount_in_paise').notNull(),
  currency: text().notNull(),
  /** What offers took off the list price. */
  discountInPaise: paise('discount_in_paise').notNull().default(0),
  listPriceInPaise: paise('list_price_in_paise')
    .notNull()
    .generatedAlwaysAs(sql`amount_in_paise + discount_in_paise`),
  /** Null: without a coupon. */
  couponCode: text('coupon_code'),
  /** The coupon's part of the discount. Null: without a coupon, or from before it was kept. */
  couponDiscountInPaise: paise('coupon_discount_in_paise'),
  /** Null: a single course. */
  bundleId: uuid('bundle_id'),
  status: text({ enum: orderStatuses }).notNull(),
  /** The provider's payment that this order was settled with. */
  razorpayPaymentId: text('razorpay_payment_id'),
  method: text(),
  failure: text(),
  createdAt: instant('created_at').notNull().default(now),
  completedAt: instant('completed_at'),
  /** The guarantee's at that moment; null: completed before these were kept, or not at all. */
  guaranteeInDays: bigint('guarantee_in_days', { mode: 'number' }),
  refundedAt: instant('refunded_at'),
  /** Null: nothing left to ask the provider. */
  nextCheckAt: instant('next_check_at'),
  checks: integer().notNull().default(0),
  lastAskedAt: instant('last_asked_at'),
  /** False: what was heard of it was forgotten, as nobody paid it for very long. */
  isHistoryKept: boolean('is_history_kept').notNull().default(true),
})

/** What a buyer stated of their age with an order, by the wording that stood beside the button. */
export const orderStatements = pgTable(
  'order_statements',
  {
    orderId: uuid('order_id').notNull(),
    wording: text().notNull(),
    saidAt: instant('said_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.wording] })],
)

/** The courses of an order. The amounts, after all discounts, sum to the order's. */
export const orderItems = pgTable(
  'order_items',
  {
    orderId: uuid('order_id').notNull(),
    position: integer().notNull(),
    courseId: text('course_id').notNull(),
    courseTitle: text('course_title').notNull(),
    amountInPaise: paise('amount_in_paise').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
)

/**
 * All that was ever heard about an order and what it changed. Append-only.
 * Triggers: order_events_append_only, order_events_kept (checkout).
 */
export const orderEvents = pgTable('order_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id'),
  source: text({ enum: updateSources }).notNull(),
  kind: text().notNull(),
  /** The provider's event id: the same event is recorded once, however often it is sent. */
  externalId: text('external_id'),
  razorpayOrderId: text('razorpay_order_id'),
  razorpayPaymentId: text('razorpay_payment_id'),
  content: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  outcome: text().notNull(),
  happenedAt: instant('happened_at').notNull().default(now),
})

/** Written before the provider is asked. One full refund per provider payment. */
export const refunds = pgTable('refunds', {
  id: uuid().primaryKey(),
  orderId: uuid('order_id').notNull(),
  razorpayPaymentId: text('razorpay_payment_id').notNull(),
  amountInPaise: paise('amount_in_paise').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  cause: text({ enum: refundCauses }).notNull(),
  status: text({ enum: refundStatuses }).notNull(),
  razorpayRefundId: text('razorpay_refund_id'),
  failure: text(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: instant('next_attempt_at'),
  createdAt: instant('created_at').notNull().default(now),
  processedAt: instant('processed_at'),
  /** Set: staff paid it back outside the provider, who is asked for nothing any more. */
  paidOutsideAt: instant('paid_outside_at'),
})

/**
 * What of a sold order's price went back, and when; each paisa once.
 * Triggers: order_returns_counted (analytics).
 */
export const orderReturns = pgTable('order_returns', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: uuid('order_id').notNull(),
  refundedInPaise: paise('refunded_in_paise').notNull().default(0),
  /** To banks, by disputes. */
  lostInPaise: paise('lost_in_paise').notNull().default(0),
  returnedAt: instant('returned_at').notNull().default(now),
})

/**
 * The one truth about what orders brought (docs/decisions/0085): a row when one was paid, and one each time
 * something of it went back. Summed, it is what is kept. Defined in views.sql.
 */
export const income = pgView('income', {
  orderId: uuid('order_id').notNull(),
  courseId: text('course_id').notNull(),
  couponCode: text('coupon_code'),
  happenedAt: instant('happened_at').notNull(),
  /** In India. */
  day: date().notNull(),
  paidInPaise: paise('paid_in_paise').notNull(),
  discountInPaise: paise('discount_in_paise').notNull(),
  refundedInPaise: paise('refunded_in_paise').notNull(),
  lostInPaise: paise('lost_in_paise').notNull(),
}).existing()

/** Numbers run without gaps inside a series (a financial year). */
export const receiptSeries = pgTable('receipt_series', {
  series: text().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const receipts = pgTable('receipts', {
  orderId: uuid('order_id').primaryKey(),
  series: text().notNull(),
  number: integer().notNull(),
  issuedAt: instant('issued_at').notNull(),
  /** Null: as the account says. */
  buyerName: text('buyer_name'),
  buyerEmail: text('buyer_email'),
  /** Its code; null: English. */
  language: text(),
})

/**
 * What an administrator should look at; open until resolved.
 * Triggers: alarms_change_counted, alarms_counted (analytics).
 */
export const alarms = pgTable('alarms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text().notNull(),
  orderId: uuid('order_id'),
  message: text().notNull(),
  raisedAt: instant('raised_at').notNull().default(now),
  resolvedAt: instant('resolved_at'),
})

/** Each dispute as it was last heard of; its whole story stands in the events. */
export const disputes = pgTable('disputes', {
  /** Razorpay's. */
  id: text().primaryKey(),
  orderId: uuid('order_id').notNull(),
  razorpayPaymentId: text('razorpay_payment_id').notNull(),
  /** `won`, `lost` and `closed` are final. */
  status: text().notNull(),
  /** What the bank took back from the academy, not what is disputed. */
  deductedInPaise: paise('deducted_in_paise').notNull(),
  respondBy: instant('respond_by'),
  heardAt: instant('heard_at').notNull().default(now),
})

export type OrderRow = typeof orders.$inferSelect
export type OrderItemRow = typeof orderItems.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
