import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { accessEntry } from '../access/contract.ts'
import { course, courseStates } from '../catalogue/contract.ts'
import { adminPayment, paymentStatus } from '../checkout/contract.ts'
import { courseInput } from '../studio/course-input.ts'

const courseState = z.enum(courseStates).exclude(['off_sale'])

export const createCourse = endpoint('POST /admin/courses', {
  summary: 'Puts a new course on sale, or begins a draft with it',
  access: { right: 'courses' },
  body: courseInput.extend({ state: courseState.default('on_sale') }),
  answer: course,
})

const courseParams = z.object({ id: z.string().min(1).max(200) })

export const countLearners = endpoint('GET /admin/courses/:id/learners', {
  summary: 'How many learners have a course, and would keep it if it were deleted',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({ learners: z.int() }),
  problems: ['course_not_found'],
})

export const listVideoProblems = endpoint('GET /admin/courses/:id/video-problems', {
  summary: 'What YouTube and Vimeo hold against playing the videos of a course here',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({
    problems: z
      .array(z.object({ video_id: z.string(), message: z.string() }))
      .describe('Empty also where they cannot be asked.'),
  }),
  problems: ['course_not_found'],
})

export const deleteCourse = endpoint('DELETE /admin/courses/:id', {
  summary: 'Takes a course off sale; its buyers keep it',
  access: { right: 'courses' },
  params: courseParams,
  answer: z.object({ message: z.string(), kept_for_buyers: z.boolean() }),
  problems: ['course_not_found'],
})

export const paymentSort = z.enum(['created', 'completed', 'amount', 'user', 'course'])

export const listPayments = endpoint('GET /admin/payments', {
  summary: 'All payments, newest first (the newest 1,000; older ones by page)',
  access: { right: 'orders' },
  answer: z.array(adminPayment),
})

export const pagePayments = endpoint('GET /admin/payments/page', {
  summary: 'One page of the payments that match, sorted',
  access: { right: 'orders' },
  query: z.object({
    search: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe(
        'Part of a name, e-mail or title, how an id begins, or the number of a receipt, invoice or credit note.',
      ),
    status: paymentStatus.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(25),
    sort: paymentSort.default('created'),
    direction: z.enum(['asc', 'desc']).default('desc'),
  }),
  answer: z.object({
    payments: z.array(adminPayment),
    total: z.int().describe('Counted up to 10,000, in a search up to 1,000.'),
    page: z.int(),
    page_size: z.int(),
  }),
})

export const fixPaymentStatus = endpoint('POST /admin/fix-payment-status', {
  summary: 'Asks the provider about every payment that may be wrong and settles what it says',
  access: { right: 'orders' },
  answer: z.object({ message: z.string() }),
  problems: ['provider_unavailable'],
})

const paymentParams = z.object({ payment_id: z.uuid() })

export const getPayment = endpoint('GET /admin/payments/:payment_id', {
  summary: 'One payment with all that was heard of it, its refunds, and why its learner has access',
  access: { right: 'orders' },
  params: paymentParams,
  answer: z.object({
    payment: adminPayment,
    order_id: z.string().nullable(),
    items: z
      .array(z.object({ course_id: z.string(), course_title: z.string(), amount: z.number() }))
      .describe('Its courses with what each cost after all discounts, in rupees.'),
    timeline: z
      .array(
        z.object({
          at: z.iso.datetime(),
          source: z.string().describe('Who told us, in plain words.'),
          kind: z.string(),
          text: z.string().describe('What it changed and why.'),
        }),
      )
      .describe('Oldest first.'),
    refunds: z.array(
      z.object({
        razorpay_payment_id: z.string(),
        razorpay_refund_id: z.string().nullable(),
        amount: z.number().describe('Rupees.'),
        cause: z.string(),
        status: z.string(),
        created_at: z.iso.datetime(),
      }),
    ),
    access: z
      .array(accessEntry)
      .describe('Every grant and revocation of this course, oldest first.'),
  }),
  problems: ['payment_not_found'],
})

export const refundPayment = endpoint('POST /admin/payments/:payment_id/refund', {
  summary: 'Gives a completed payment back and closes what it opened',
  access: { right: 'refunds' },
  params: paymentParams,
  body: z
    .object({
      reason: z.string().trim().min(1).max(500, 'Please use at most 500 characters.').optional(),
    })
    .nullish(),
  answer: z.object({ message: z.string() }),
  problems: ['payment_not_found', 'refund_not_possible', 'refund_too_old'],
})

export const closePaidOutside = endpoint('POST /admin/refunds/:id/paid-outside', {
  summary: 'Closes a failed refund whose money was paid back outside Razorpay; safe to repeat',
  access: { right: 'refunds' },
  params: z.object({ id: z.uuid() }),
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(1, 'Please say how it was paid back.')
      .max(500, 'Please use at most 500 characters.'),
  }),
  answer: z.object({ message: z.string() }),
  problems: ['refund_not_found', 'refund_not_failed'],
})

export const checkPayment = endpoint('POST /admin/payments/:payment_id/ask', {
  summary: 'Asks the provider now about one payment and its refunds and settles what it says',
  access: { right: 'refunds' },
  params: paymentParams,
  answer: z.object({ message: z.string(), status: paymentStatus }),
  problems: ['payment_not_found', 'provider_refused', 'provider_unavailable'],
})

export const previewFix = endpoint('GET /admin/fix-payment-status', {
  summary:
    'What the fix action would do to pending payments and to others that would change, and why; changes nothing',
  access: { right: 'orders' },
  answer: z.object({
    payments: z.array(
      z.object({
        payment_id: z.string(),
        user_email: z.string(),
        course_title: z.string(),
        amount: z.number().describe('Rupees.'),
        becomes: paymentStatus,
        why: z.string(),
      }),
    ),
  }),
  problems: ['provider_unavailable'],
})

export const listAlarms = endpoint('GET /admin/payment-alarms', {
  summary: 'Open troubles with payments, newest first',
  access: { right: 'orders' },
  answer: z.array(
    z.object({
      id: z.number(),
      message: z.string(),
      payment_id: z.string().nullable(),
      raised_at: z.iso.datetime(),
    }),
  ),
})

export const closeAlarm = endpoint('POST /admin/payment-alarms/:id/close', {
  summary: 'Marks a trouble as dealt with',
  access: { right: 'orders' },
  params: z.object({ id: z.coerce.number().int().min(1).max(9e15) }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
})
