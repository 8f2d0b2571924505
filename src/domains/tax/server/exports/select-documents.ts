import {
  and,
  asc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { startOfDay } from '../../../../shared/india-time.ts'
import { type TaxDocument, taxDocuments } from '../tables.ts'

/** Days in India, YYYY-MM-DD, both included. */
export interface Period {
  from: string
  to: string
}

const dayInMs = 24 * 3_600_000
/** Invoices above this to unregistered buyers of another State are listed one by one. */
const largeAboveInPaise = 1_00_000_00
const batchSize = 1000

const { buyerGstin, buyerState, sellerState, amountInPaise, invoicedInPaise } = taxDocuments
const { kind, issuedAt, id } = taxDocuments

/** A note goes where its invoice went, however small a part it takes back. */
const invoiced = sql`coalesce(${invoicedInPaise}, ${amountInPaise})`

/** Table 4: to registered buyers. */
export const isRegistered = isNotNull(buyerGstin)
export const isUnregistered = isNull(buyerGstin)
/** Table 5: large ones to unregistered buyers of another State. */
export const isLarge = and(
  isNull(buyerGstin),
  ne(buyerState, sellerState),
  gt(invoiced, largeAboveInPaise),
)
/** Table 7: all the rest, told by State. */
export const isSmall = and(
  isNull(buyerGstin),
  or(eq(buyerState, sellerState), lte(invoiced, largeAboveInPaise)),
)
export const isInvoice = eq(kind, 'invoice')
export const isCreditNote = eq(kind, 'credit_note')

export function isIn({ from, to }: Period): SQL | undefined {
  const end = new Date(startOfDay(to).getTime() + dayInMs)
  return and(gte(issuedAt, startOfDay(from)), lt(issuedAt, end))
}

/**
 * Documents of a period, oldest first, in batches: the next is read when the one before was taken, so
 * that a million need the memory of one batch and a slow browser holds no connection.
 */
export async function* selectDocuments(
  db: Database,
  period: Period,
  which: SQL | undefined,
): AsyncGenerator<TaxDocument[]> {
  let after: SQL | undefined
  for (;;) {
    const batch: TaxDocument[] = await db
      .select()
      .from(taxDocuments)
      .where(and(isIn(period), which, after))
      .orderBy(asc(issuedAt), asc(id))
      .limit(batchSize)
    if (batch.length > 0) yield batch
    const last = batch.at(-1)
    if (!last || batch.length < batchSize) return
    // Exact, as a document's time is written in whole milliseconds.
    after = sql`(${issuedAt}, ${id}) > (${last.issuedAt.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}
