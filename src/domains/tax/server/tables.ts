import { sql } from 'drizzle-orm'
import { bigint, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, paise } from '../../../platform/database/columns.ts'

const now = sql`clock_timestamp()`

/**
 * What the academy is to the tax office: the newest row holds. Append-only.
 * Triggers: tax_settings_append_only, tax_settings_emptied_told, tax_settings_told (tax).
 */
export const taxSettings = pgTable('tax_settings', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  legalName: text('legal_name').notNull(),
  address: text().notNull(),
  stateCode: text('state_code').notNull(),
  /** Null: not registered; no tax document is issued. */
  gstin: text(),
  sac: text().notNull(),
  setBy: uuid('set_by').notNull(),
  setAt: instant('set_at').notNull().default(now),
})

/** What a learner said of themself; proposed at the next purchase. */
export const buyerTaxDetails = pgTable('buyer_tax_details', {
  learnerId: uuid('learner_id').primaryKey(),
  stateCode: text('state_code').notNull(),
  gstin: text(),
  businessName: text('business_name'),
  address: text(),
  changedAt: instant('changed_at').notNull().default(now),
})

/** The buyer's place as it was said for an order. */
export const orderTax = pgTable('order_tax', {
  orderId: uuid('order_id').primaryKey(),
  buyerState: text('buyer_state').notNull(),
  buyerGstin: text('buyer_gstin'),
  buyerBusinessName: text('buyer_business_name'),
  buyerAddress: text('buyer_address'),
})

/** Numbers run without gaps inside a series: a kind in a financial year. */
export const taxSeries = pgTable('tax_series', {
  series: text().primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

export const documentKinds = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** One course of a document; the lines sum to the document. */
export interface DocumentLine {
  title: string
  amountInPaise: number
  taxableInPaise: number
}

/**
 * Invoices and credit notes with all that is printed on them. Append-only.
 * Triggers: tax_documents_append_only (tax); tax_documents_date_money (checkout).
 */
export const taxDocuments = pgTable('tax_documents', {
  id: uuid().primaryKey(),
  kind: text({ enum: documentKinds }).notNull(),
  series: text().notNull(),
  number: integer().notNull(),
  documentNumber: text('document_number').notNull(),
  issuedAt: instant('issued_at').notNull(),
  orderId: uuid('order_id').notNull(),
  learnerId: uuid('learner_id').notNull(),
  /** This and the invoice's are of credit notes alone. Null also of a part that went back by hand. */
  refundId: uuid('refund_id'),
  invoiceId: uuid('invoice_id'),
  invoiceNumber: text('invoice_number'),
  invoiceIssuedAt: instant('invoice_issued_at'),
  /** Null also of notes from before parts were credited: they are over the whole invoice. */
  invoicedInPaise: paise('invoiced_in_paise'),
  /** What earlier notes took back of the same invoice. */
  creditedBeforeInPaise: paise('credited_before_in_paise').notNull().default(0),
  razorpayPaymentId: text('razorpay_payment_id').notNull(),
  sellerLegalName: text('seller_legal_name').notNull(),
  sellerAddress: text('seller_address').notNull(),
  sellerState: text('seller_state').notNull(),
  sellerGstin: text('seller_gstin').notNull(),
  sac: text().notNull(),
  buyerName: text('buyer_name').notNull(),
  buyerEmail: text('buyer_email').notNull(),
  buyerAddress: text('buyer_address'),
  buyerGstin: text('buyer_gstin'),
  /** The place of supply. */
  buyerState: text('buyer_state').notNull(),
  lines: jsonb().$type<DocumentLine[]>().notNull(),
  /** What offers took off the list price, tax included; zero on credit notes. */
  discountInPaise: paise('discount_in_paise').notNull().default(0),
  couponCode: text('coupon_code'),
  /** The coupon's part of the discount. Null: without a coupon, or from before it was kept. */
  couponDiscountInPaise: paise('coupon_discount_in_paise'),
  rateInPercent: integer('rate_in_percent').notNull(),
  amountInPaise: paise('amount_in_paise').notNull(),
  taxableInPaise: paise('taxable_in_paise').notNull(),
  cgstInPaise: paise('cgst_in_paise').notNull(),
  sgstInPaise: paise('sgst_in_paise').notNull(),
  igstInPaise: paise('igst_in_paise').notNull(),
  /** Until when the buyer stays in it, of somebody who was forgotten. Null: they have an account. */
  buyerKeptUntil: date('buyer_kept_until'),
})

export type TaxDocument = typeof taxDocuments.$inferSelect
