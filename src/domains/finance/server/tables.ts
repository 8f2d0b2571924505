import { sql } from 'drizzle-orm'
import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, paise } from '../../../platform/database/columns.ts'
import { differenceKinds } from '../contract.ts'

const now = sql`clock_timestamp()`

/** The days in India whose settlements are read; each again and again until nothing more can come. */
export const settlementDays = pgTable('settlement_days', {
  day: date().primaryKey(),
  /** When the last reading began that came to its end. */
  readAt: instant('read_at'),
  /** Null: the day is closed. */
  nextReadAt: instant('next_read_at').default(now),
  /** When the payments and refunds of the day were looked for among the settlements. */
  comparedAt: instant('compared_at'),
})

/** One row for each transfer to the academy's bank; the sums are those of its lines. */
export const settlements = pgTable('settlements', {
  /** Razorpay's. */
  id: text().primaryKey(),
  /** What the bank's statement names it by. */
  utr: text(),
  settledAt: instant('settled_at').notNull(),
  lines: integer().notNull().default(0),
  creditInPaise: paise('credit_in_paise').notNull().default(0),
  debitInPaise: paise('debit_in_paise').notNull().default(0),
  feeInPaise: paise('fee_in_paise').notNull().default(0),
  /** Of the fee, and part of it. */
  taxInPaise: paise('tax_in_paise').notNull().default(0),
})

/** Stored once, never changed but for when it was compared. */
export const settlementLines = pgTable('settlement_lines', {
  settlementId: text('settlement_id').notNull(),
  /** Razorpay's id of the payment, refund or adjustment. */
  entityId: text('entity_id').notNull(),
  type: text().notNull(),
  creditInPaise: paise('credit_in_paise').notNull(),
  debitInPaise: paise('debit_in_paise').notNull(),
  amountInPaise: paise('amount_in_paise').notNull(),
  feeInPaise: paise('fee_in_paise').notNull(),
  taxInPaise: paise('tax_in_paise').notNull(),
  currency: text().notNull(),
  /** Of a payment its own id. */
  razorpayPaymentId: text('razorpay_payment_id'),
  razorpayOrderId: text('razorpay_order_id'),
  disputeId: text('dispute_id'),
  description: text(),
  createdAt: instant('created_at').notNull(),
  comparedAt: instant('compared_at'),
})

/** What does not fit; open until it is explained or has passed. The same is never found twice. */
export const differences = pgTable('differences', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: differenceKinds }).notNull(),
  /** Razorpay's id of what differs. */
  entityId: text('entity_id').notNull(),
  /** Empty: in no settlement. */
  settlementId: text('settlement_id').notNull().default(''),
  orderId: uuid('order_id'),
  message: text().notNull(),
  expectedInPaise: paise('expected_in_paise'),
  foundInPaise: paise('found_in_paise'),
  foundAt: instant('found_at').notNull().default(now),
  resolvedAt: instant('resolved_at'),
  /** Null: it passed by itself. */
  resolvedBy: uuid('resolved_by'),
  note: text(),
})

export type SettlementLineRow = typeof settlementLines.$inferSelect
