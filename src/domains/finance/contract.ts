import * as z from 'zod'
import { period } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'

export const differenceKinds = [
  'unknown_order',
  'not_settled',
  'amount_differs',
  'refund_not_settled',
  'fee_unexpected',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

const rupees = z.number().describe('Rupees.')
const countAndSum = z.object({ count: z.int(), amount: rupees })

export const getFinanceSummary = endpoint('GET /admin/desk/summary', {
  summary: 'What waits for somebody who looks after the money, and what was paid out lately',
  access: { right: 'orders' },
  answer: z.object({
    refunds_waiting: countAndSum,
    refunds_failed: countAndSum,
    open_disputes: countAndSum,
    open_differences: z.int(),
    settlements: z
      .object({
        count: z.int(),
        credit: rupees,
        debit: rupees,
        fee: rupees.describe('Rupees, tax included.'),
        tax: rupees,
        net: rupees.describe('Rupees that reached the bank.'),
        since: z.iso.datetime(),
        read_at: z.iso.datetime().nullable().describe('Null: never read yet.'),
      })
      .describe('Of the last thirty days.'),
  }),
})

/** Where a page of a list begins: behind the row of this id. */
const cursor = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .optional()
const limit = z.coerce.number().int().min(1).max(100).default(25)
const next_cursor = z.string().nullable().describe('Null: this is the last page.')

export const listFinanceRefunds = endpoint('GET /admin/desk/refunds', {
  summary: 'Refunds on their way, or failed, newest first',
  access: { right: 'orders' },
  query: z.object({
    state: z.enum(['waiting', 'failed']).default('waiting'),
    cursor: z.uuid().optional(),
    limit,
  }),
  answer: z.object({
    refunds: z.array(
      z.object({
        id: z.string(),
        payment_id: z.string(),
        razorpay_payment_id: z.string(),
        razorpay_refund_id: z.string().nullable(),
        amount: rupees,
        cause: z.string(),
        attempts: z.int(),
        failure: z.string().nullable(),
        created_at: z.iso.datetime(),
        course_title: z.string(),
        user_id: z.string(),
        user_name: z.string(),
        user_email: z.string(),
      }),
    ),
    next_cursor,
  }),
})

export const listFailedRefunds = endpoint('GET /admin/desk/failed-refunds', {
  summary:
    'Whose refund has failed, the oldest first, at most ten; for who may refund and sees no sums',
  access: { right: 'refunds' },
  answer: z.object({
    refunds: z.array(
      z.object({ payment_id: z.string(), user_id: z.string(), user_name: z.string() }),
    ),
  }),
})

export const listDisputes = endpoint('GET /admin/desk/disputes', {
  summary: 'Disputes as they were last heard of, newest first',
  access: { right: 'orders' },
  query: z.object({ state: z.enum(['open', 'over']).default('open'), cursor, limit }),
  answer: z.object({
    disputes: z.array(
      z.object({
        id: z.string(),
        payment_id: z.string(),
        razorpay_payment_id: z.string(),
        status: z.string(),
        amount: rupees.describe('Rupees of the payment.'),
        deducted: rupees,
        respond_by: z.iso.datetime().nullable(),
        heard_at: z.iso.datetime(),
        course_title: z.string(),
        user_name: z.string(),
        user_email: z.string(),
      }),
    ),
    next_cursor,
  }),
})

export const listSettlements = endpoint('GET /admin/desk/settlements', {
  summary: 'What Razorpay paid out, newest first',
  access: { right: 'orders' },
  query: z.object({ cursor, limit }),
  answer: z.object({
    settlements: z.array(
      z.object({
        id: z.string(),
        utr: z.string().nullable().describe('As the statement of the bank names it.'),
        settled_at: z.iso.datetime(),
        lines: z.int(),
        credit: rupees,
        debit: rupees,
        fee: rupees,
        tax: rupees,
        net: rupees,
      }),
    ),
    next_cursor,
  }),
})

export const listDifferences = endpoint('GET /admin/desk/differences', {
  summary: 'Where settlements and orders do not fit, newest first',
  access: { right: 'orders' },
  query: z.object({
    state: z.enum(['open', 'resolved']).default('open'),
    cursor: z.coerce.number().int().min(1).max(9e15).optional(),
    limit,
  }),
  answer: z.object({
    differences: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(differenceKinds),
        message: z.string(),
        entity_id: z.string().describe("Razorpay's id of the payment, refund or adjustment."),
        settlement_id: z.string().nullable(),
        payment_id: z
          .string()
          .nullable()
          .describe('The order; it and the next null: none is known.'),
        razorpay_payment_id: z.string().nullable(),
        user_id: z.string().nullable(),
        user_name: z.string().nullable(),
        user_email: z.string().nullable(),
        expected: rupees.nullable(),
        found: rupees.nullable(),
        found_at: z.iso.datetime(),
        resolved_at: z.iso.datetime().nullable(),
        resolved_by: z.string().nullable().describe('A name; null: open, or passed by itself.'),
        note: z.string().nullable(),
      }),
    ),
    next_cursor,
  }),
})

export const resolveDifference = endpoint('POST /admin/desk/differences/:id/resolve', {
  summary: 'Closes a difference with what explains it; the first note stays',
  access: { right: 'orders' },
  params: z.object({ id: z.coerce.number().int().min(1).max(9e15) }),
  body: z.object({
    note: z
      .string()
      .trim()
      .min(1, 'Please say what explains the difference.')
      .max(1000, 'Please use at most 1,000 characters.'),
  }),
  answer: z.object({ message: z.string() }),
  problems: ['difference_not_found'],
})

const csv = {
  access: { right: 'exports' },
  isAudited: true,
  stepUp: true,
  query: period,
  answer: z.string(),
  answerType: 'text/csv',
} as const

export const exportOrders = endpoint('GET /admin/exports/orders.csv', {
  summary:
    'Every order whose money came from one day to another in India, both included, oldest first; what nobody paid by the day on which it was made',
  ...csv,
})

export const exportSales = endpoint('GET /admin/exports/sales-register.csv', {
  summary: 'Every invoice and credit note of some days in India, credit notes below zero',
  ...csv,
})

const taxes = {
  taxable: rupees,
  igst: rupees,
  cgst: rupees,
  sgst: rupees.describe('Rupees; in a Union territory without a legislature UTGST.'),
}

export const getMonth = endpoint('GET /admin/desk/month', {
  summary: 'What a month in India brought, what was owed of it, and what of it is under way',
  access: { right: 'orders' },
  query: z.object({
    month: z
      .string()
      .regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, 'Please enter a month as YYYY-MM.')
      .describe('YYYY-MM'),
  }),
  answer: z.object({
    from: z.string(),
    to: z.string().describe('The last day of the month.'),
    sold: countAndSum,
    refunded: countAndSum.describe('Given back in the month, whenever it was sold.'),
    lost: countAndSum.describe('Lost to banks by disputes in the month.'),
    fees: z
      .object({ fee: rupees.describe('Rupees, tax included.'), tax: rupees })
      .describe('Of payments of the month that are settled by now.'),
    net: rupees.describe('Sold, less what went back, less the fees.'),
    tax: z
      .array(z.object({ gstin: z.string(), ...taxes }))
      .describe('Owed by head: invoices less credit notes. One for each GSTIN; none without.'),
    under_way: z.object({
      not_settled: countAndSum.describe('Sold in the month and in no settlement yet.'),
      refunds: countAndSum.describe('Begun in the month and not paid out by the bank yet.'),
      disputes: countAndSum.describe('Open ones about payments of the month.'),
    }),
    coupons: z
      .array(
        z.object({
          code: z.string(),
          sold: z.int(),
          discount: rupees,
          paid: rupees,
          given_back: rupees.describe('In the month, by refunds and lost disputes.'),
          kept: rupees,
        }),
      )
      .describe('What orders with each coupon brought in the month, most kept first.'),
  }),
})
