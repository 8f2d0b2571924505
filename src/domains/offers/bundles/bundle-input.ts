import * as z from 'zod'

/** A bundle as an administrator makes it. */
export const bundleInput = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(10_000).default(''),
  price: z
    .number('Price must be a number.')
    .min(1, 'The price is at least 1 rupee.')
    .max(500_000, 'The price is at most 5,00,000 rupees.')
    .multipleOf(1, 'The price is in whole rupees.'),
  course_ids: z
    .array(z.string().min(1).max(200))
    .min(2, 'A bundle has at least two courses.')
    .max(50, 'A bundle has at most fifty courses.')
    .refine((ids) => new Set(ids).size === ids.length, 'Each course stands once in a bundle.'),
})
export type BundleInput = z.output<typeof bundleInput>
