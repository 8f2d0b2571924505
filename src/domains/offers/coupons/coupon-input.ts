import * as z from 'zod'
import { instantInput } from '../../../http/days.ts'
import { toPaise, toRupees } from '../../../shared/money.ts'

/** However it is typed. */
export const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{3,40}$/, 'A code has 3 to 40 letters, digits, - or _.')

/** A coupon as an administrator makes it. */
export const couponInput = z
  .object({
    code: couponCode,
    percent_off: z
      .int('The percentage is a whole number.')
      .min(1, 'The percentage is at least 1.')
      .max(100, 'The percentage is at most 100.')
      .nullable()
      .default(null),
    amount_off: z
      .number('The amount is a number of rupees.')
      .positive('The amount is more than nothing.')
      .max(500_000, 'The amount is at most 5,00,000 rupees.')
      .refine(isWholePaise, 'The amount is in rupees and whole paise.')
      .nullable()
      .default(null),
    course_id: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe('Left out: for everything.'),
    starts_at: instantInput.nullable().default(null),
    ends_at: instantInput.nullable().default(null),
    max_uses: z.int().min(1).max(1_000_000).nullable().default(null),
    max_uses_per_learner: z.int().min(1).max(1_000_000).nullable().default(null),
    first_purchase_only: z.boolean().default(false),
  })
  .superRefine((coupon, context) => {
    const refuse = (path: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message })
    const kinds = [coupon.percent_off, coupon.amount_off].filter((value) => value !== null)
    if (kinds.length === 0) refuse('percent_off', 'Please give a percentage or an amount.')
    if (kinds.length === 2) refuse('amount_off', 'Please give a percentage or an amount, not both.')
    if (coupon.starts_at === null || coupon.ends_at === null) return
    if (Date.parse(coupon.ends_at) <= Date.parse(coupon.starts_at)) {
      refuse('ends_at', 'The end must come after the beginning.')
    }
  })
export type CouponInput = z.output<typeof couponInput>

function isWholePaise(rupees: number): boolean {
  return Math.abs(rupees - toRupees(toPaise(rupees))) < 1e-8
}
