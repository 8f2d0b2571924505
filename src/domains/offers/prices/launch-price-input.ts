import * as z from 'zod'
import { instantInput } from '../../../http/days.ts'

/** A launch price as an administrator sets it. */
export const launchPriceInput = z
  .object({
    price: z
      .number('Price must be a number.')
      .min(1, 'The price is at least 1 rupee.')
      .max(500_000, 'The price is at most 5,00,000 rupees.')
      .multipleOf(1, 'The price is in whole rupees.'),
    starts_at: instantInput.nullable().default(null).describe('Left out: now.'),
    ends_at: instantInput,
    reason: z
      .string()
      .trim()
      .max(500)
      .default('')
      .describe('Wanted where the end of one that has begun moves to later. It is recorded.'),
  })
  .superRefine((input, context) => {
    const refuse = (message: string): void =>
      context.addIssue({ code: 'custom', path: ['ends_at'], message })
    const end = Date.parse(input.ends_at)
    if (input.starts_at !== null && end <= Date.parse(input.starts_at)) {
      refuse('The end must come after the beginning.')
    } else if (end <= Date.now()) refuse('This end has passed already.')
  })
export type LaunchPriceInput = z.output<typeof launchPriceInput>
