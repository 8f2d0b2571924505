import * as z from 'zod'

/** What the numbers of tax documents begin with; the financial year and the number follow. */
export const taxDocumentPrefixes = { invoice: 'INV', credit_note: 'CN' } as const

const taken: readonly string[] = Object.values(taxDocumentPrefixes)

/**
 * Begins every receipt number; sixteen characters must do for all of it. Never what tax documents begin
 * with: a receipt would then bear the number of an invoice, and is none.
 */
export const receiptPrefix = z.preprocess(
  (value) => value || undefined,
  z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{1,5}$/, 'Write one to five capital letters or digits, e.g. KA')
    .refine(
      (prefix) => !taken.includes(prefix),
      `Write another prefix than ${taken.join(' and ')}, with which the numbers of tax invoices and credit notes begin`,
    )
    .default('KA'),
)
