import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })
const paise = (name: string) => bigint(name, { mode: 'number' })
const now = sql`clock_timestamp()`

/** One row per order at the provider. */
export const payments = pgTable('payments', {
  id: uuid().primaryKey(),
  receipt: text().notNull(),
  orderId: text('order_id'),
  learnerId: uuid('learner_id').notNull(),
  courseId: text('course_id').notNull(),
  courseTitle: text('course_title').notNull(),
  amountInPaise: paise('amount_in_paise').notNull(),
  currency: text().notNull(),
  status: text({ enum: ['pending', 'completed', 'failed', 'refunded'] }).notNull(),
  razorpayPaymentId: text('razorpay_payment_id'),
  method: text(),
  failure: text(),
  createdAt: instant('created_at').notNull().default(now),
  completedAt: instant('completed_at'),
  refundedAt: instant('refunded_at'),
  nextCheckAt: instant('next_check_at'),
  checks: integer().notNull().default(0),
  lastAskedAt: instant('last_asked_at'),
})

/** All that was ever heard about an order and what it changed. Append-only. */
export const paymentEvents = pgTable('payment_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  paymentId: uuid('payment_id'),
  source: text({
    enum: ['academy', 'browser', 'webhook', 'provider', 'administrator', 'learner'],
  }).notNull(),
  kind: text().notNull(),
  externalId: text('external_id'),
  orderId: text('order_id'),
  razorpayPaymentId: text('razorpay_payment_id'),
  content: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  outcome: text().notNull(),
  happenedAt: instant('happened_at').notNull().default(now),
})

/** Written before the provider is asked. One full refund per provider payment. */
export const refunds = pgTable('refunds', {
  id: uuid().primaryKey(),
  paymentId: uuid('payment_id').notNull(),
  razorpayPaymentId: text('razorpay_payment_id').notNull(),
  amountInPaise: paise('amount_in_paise').notNull(),
  idempotencyKey: text('idempotency_key').notNull(),
  cause: text({
    enum: ['duplicate', 'requested', 'administrator', 'mismatch', 'provider', 'dispute'],
  }).notNull(),
  status: text({ enum: ['intended', 'pending', 'processed', 'failed'] }).notNull(),
  razorpayRefundId: text('razorpay_refund_id'),
  failure: text(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: instant('next_attempt_at'),
  createdAt: instant('created_at').notNull().default(now),
  processedAt: instant('processed_at'),
})

/** Numbers run without gaps inside a series (a financial year). */
export const receiptSeries = pgTable('receipt_series', {
  series: text().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const receipts = pgTable('receipts', {
  paymentId: uuid('payment_id').primaryKey(),
  series: text().notNull(),
  number: integer().notNull(),
  issuedAt: instant('issued_at').notNull(),
})

/** What an administrator should look at; open until resolved. */
export const paymentAlarms = pgTable('payment_alarms', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text().notNull(),
  paymentId: uuid('payment_id'),
  message: text().notNull(),
  raisedAt: instant('raised_at').notNull().default(now),
  resolvedAt: instant('resolved_at'),
})

export type PaymentRow = typeof payments.$inferSelect
export type RefundRow = typeof refunds.$inferSelect
