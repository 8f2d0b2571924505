import { z } from 'zod'
import { makeId, type Notes, type Order } from './entities.ts'
import { invalidInput } from './request-error.ts'

const bodySchema = z.looseObject({
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
  receipt: z.unknown().optional(),
  notes: z.unknown().optional(),
  payment: z
    .looseObject({
      capture: z.enum(['automatic', 'manual']).catch('automatic'),
      capture_options: z
        .looseObject({ manual_expiry_period: z.unknown().optional() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/** Razorpay's own for orders that bring capture settings, and the most it takes: five days. */
const longestExpiryInMinutes = 7200
const shortestExpiryInMinutes = 12

/** A new order from a request body, or Razorpay's refusal. Amount in paise, at least 100. */
export function makeOrder(body: unknown, nowInSeconds: number): Order {
  const asked = bodySchema.safeParse(body).data
  const amount = parseAmount(asked?.amount)
  if (asked?.currency === undefined)
    throw invalidInput('The currency field is required.', 'currency')
  if (asked.currency !== 'INR') throw invalidInput('Currency is not supported', 'currency')
  return {
    id: `order_${makeId()}`,
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency: 'INR',
    receipt: parseReceipt(asked.receipt),
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: parseNotes(asked.notes),
    created_at: nowInSeconds,
    capture_mode: asked.payment?.capture ?? 'automatic',
    manual_expiry_in_minutes: asked.payment
      ? parseExpiry(asked.payment.capture_options?.manual_expiry_period)
      : null,
  }
}

function parseExpiry(minutes: unknown): number {
  if (minutes === undefined || minutes === null) return longestExpiryInMinutes
  if (typeof minutes !== 'number' || !Number.isSafeInteger(minutes))
    throw invalidInput('The manual expiry period must be an integer.', 'manual_expiry_period')
  if (minutes < shortestExpiryInMinutes || minutes > longestExpiryInMinutes)
    throw invalidInput(
      `The manual expiry period must be between ${shortestExpiryInMinutes} and ${longestExpiryInMinutes}.`,
      'manual_expiry_period',
    )
  return minutes
}

/** An amount of at least 100 paise, refused in Razorpay's words otherwise. */
export function parseAmount(amount: unknown): number {
  if (amount === undefined || amount === null)
    throw invalidInput('The amount field is required.', 'amount')
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    throw invalidInput('The amount must be an integer.', 'amount')
  if (amount < 100) throw invalidInput('The amount must be at least INR 1.00', 'amount')
  return amount
}

export function parseReceipt(receipt: unknown): string | null {
  if (receipt === undefined || receipt === null) return null
  if (typeof receipt !== 'string') throw invalidInput('The receipt must be a string.', 'receipt')
  if (receipt.length > 40)
    throw invalidInput('The receipt may not be greater than 40 characters.', 'receipt')
  return receipt
}

/** At most 15 notes of at most 256 characters. No notes are `[]`, as Razorpay has it. */
export function parseNotes(notes: unknown): Notes {
  if (notes === undefined || notes === null) return []
  const parsed = z
    .union([z.tuple([]), z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))])
    .safeParse(notes)
  if (!parsed.success) throw invalidInput('The notes must be an array.', 'notes')
  const entries = Object.entries(parsed.data).map(([key, note]) => [key, String(note)] as const)
  if (entries.length > 15)
    throw invalidInput('Number of fields in notes should be less than or equal to 15.', 'notes')
  if (entries.some(([, note]) => note.length > 256))
    throw invalidInput('The notes value may not be greater than 256 characters.', 'notes')
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}
