import * as z from 'zod'
import { endpoint } from '../http/endpoint.ts'

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

export const getDeskSummary = endpoint('GET /admin/desk/summary', {
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

export const listDeskRefunds = endpoint('GET /admin/desk/refunds', {
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
        user_name: z.string(),
        user_email: z.string(),
      }),
    ),
    next_cursor,
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

/** PostgreSQL and people agree about these years. */
const day = z
  .string()
  .regex(/^2[01]\d\d-/, 'Please enter a date as YYYY-MM-DD.')
  .pipe(z.iso.date('Please enter a date as YYYY-MM-DD.'))

export const exportOrders = endpoint('GET /admin/exports/orders.csv', {
  summary: 'Every order made from one day to another in India, both included, oldest first',
  access: { right: 'exports' },
  isAudited: true,
  query: z.object({ from: day, to: day }).refine(({ from, to }) => from <= to, {
    path: ['to'],
    message: 'Please choose a last day that is not before the first.',
  }),
  answer: z.string(),
  answerType: 'text/csv',
})
