import * as z from 'zod'
import { day, inOrder, isInOrder } from '../../http/days.ts'
import { endpoint } from '../../http/endpoint.ts'

const access = { right: 'insight' } as const
const rupees = z.number().describe('Rupees.')
const share = z.number().min(0).describe('Part of one.')

const isoDay = z.string().describe('A day in India, YYYY-MM-DD.')
const courseId = z.string().min(1).max(100)

const mostDays = 3_660
const dayInMs = 24 * 3_600_000
/** Both days included. */
function inTenYears<Query extends { from: string; to: string }>(query: z.ZodType<Query>) {
  return query
    .refine(isInOrder, inOrder)
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * dayInMs, {
      path: ['from'],
      message: 'Please choose ten years or less.',
    })
}

const compared = z.object({ now: z.number(), before: z.number() })
const period = z.object({
  from: isoDay,
  to: isoDay,
  before: z
    .object({
      from: isoDay,
      to: isoDay,
      until: z
        .string()
        .nullable()
        .describe('The last day counts until this time in India, HH:MM; null: all of it.'),
    })
    .describe('What it is compared with.'),
  money_in: compared.describe('Rupees of orders that were paid.'),
  refunded: compared.describe(
    'Rupees that went back of paid orders, by refunds of any part and by lost disputes.',
  ),
  paid: compared.describe('Orders that were paid.'),
  refunds: compared.describe('How often something of an order went back.'),
  orders: compared.describe('Orders that were begun.'),
  learners: compared.describe('New accounts.'),
  completions: compared.describe('Courses that learners completed.'),
  alarms: compared.describe('Alarms that were raised.'),
})

export const getAnalyticsToday = endpoint('GET /admin/insight/today', {
  summary: 'How today and this month go, each beside the period before until the same time',
  access,
  answer: z.object({
    today: period,
    month: period.describe('Until now, beside the month before until the same day and time.'),
    waiting: z.object({ orders: z.int(), alarms: z.int() }).describe('At this moment.'),
  }),
})

const revenueQuery = inTenYears(
  z.object({ from: day, to: day, by: z.enum(['day', 'week', 'month']).default('day') }),
)

export const getRevenue = endpoint('GET /admin/insight/revenue', {
  summary: 'Money in and back by day, by week from Monday on, or by month',
  access,
  query: revenueQuery,
  answer: z.object({
    rows: z.array(
      z.object({
        from: isoDay.describe('The first day of the period.'),
        paid: z.int(),
        money_in: rupees,
        refunds: z.int(),
        refunded: rupees,
      }),
    ),
  }),
})

const funnelQuery = inTenYears(z.object({ from: day, to: day, course_id: courseId.optional() }))
const funnelStep = z.object({ views: z.int(), orders: z.int(), paid: z.int() })

export const getFunnel = endpoint('GET /admin/insight/funnel', {
  summary: 'From a look at the course page to an order to a payment, by course',
  access,
  query: funnelQuery,
  answer: z.object({
    all: funnelStep,
    courses: z.array(funnelStep.extend({ course_id: z.string(), title: z.string() })),
  }),
})

export const getCompletion = endpoint('GET /admin/insight/completion', {
  summary: 'For each course how many have it, have begun it and have completed it',
  access,
  answer: z.object({
    courses: z.array(
      z.object({
        course_id: z.string(),
        title: z.string(),
        owners: z.int().describe('Learners who have the course now.'),
        started: z.int().describe('Learners who played some of it, free lessons included.'),
        completed: z.int(),
      }),
    ),
  }),
})

export const listAnalyticsLessons = endpoint('GET /admin/insight/lessons', {
  summary: 'The lessons of a course in order, with how many learners opened each',
  access,
  query: z.object({ course_id: courseId }),
  answer: z.object({
    lessons: z.array(z.object({ video_id: z.string(), title: z.string(), learners: z.int() })),
  }),
})

const retentionQuery = z.object({ video_id: courseId })

export const getRetention = endpoint('GET /admin/insight/retention', {
  summary: "How many learners played each part of a lesson's present film",
  access,
  query: retentionQuery,
  answer: z.object({
    title: z.string(),
    learners: z.int().describe('Who opened the lesson.'),
    part_in_seconds: z.int(),
    parts: z.array(z.object({ from_in_seconds: z.int(), learners: z.int(), share })),
  }),
  problems: ['video_not_found'],
})

export const recountAnalytics = endpoint('POST /admin/insight/recount', {
  summary: "Counts a day's figures again from the rows themselves, for repair; page views stay",
  access,
  body: z.object({ day }),
  answer: z.object({ message: z.string() }),
})

const csv = {
  access,
  isAudited: true,
  stepUp: true,
  answer: z.string(),
  answerType: 'text/csv',
} as const

export const exportRevenue = endpoint('GET /admin/exports/insight-revenue.csv', {
  summary: 'Money in and back as a file',
  query: revenueQuery,
  ...csv,
})
export const exportFunnel = endpoint('GET /admin/exports/insight-funnel.csv', {
  summary: 'Looks, orders and payments by course as a file',
  query: funnelQuery,
  ...csv,
})
export const exportCompletion = endpoint('GET /admin/exports/insight-completion.csv', {
  summary: 'Completion by course as a file',
  ...csv,
})
export const exportRetention = endpoint('GET /admin/exports/insight-retention.csv', {
  summary: "Learners for each part of a lesson's film as a file",
  query: retentionQuery,
  problems: ['video_not_found'],
  ...csv,
})
