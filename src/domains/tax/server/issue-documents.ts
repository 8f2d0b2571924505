import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { taxDocumentPrefixes } from '../../../platform/document-prefixes.ts'
import { financialYearOf, keepInFinancialYear } from '../../../shared/india-time.ts'
import { readBuyerPlace } from './buyer-place.ts'
import type { Discounted } from './list-discounts.ts'
import { readRegistration } from './read-tax-settings.ts'
import { rateInPercent, shareTaxable, splitTax } from './split-tax.ts'
import { type DocumentKind, orderTax, type TaxDocument, taxDocuments, taxSeries } from './tables.ts'

export interface InvoicedOrder extends Discounted {
  orderId: string
  learnerId: string
  razorpayPaymentId: string
  buyer: { name: string; email: string }
  /** What each course costs after discounts; sums to what was paid. */
  lines: { title: string; amountInPaise: number }[]
}

/**
 * Issues the tax invoice of a paid order, inside the settling transaction: one per order, whatever is
 * heard again. Null where there is none to issue: no GSTIN, or nothing was paid.
 */
export async function issueInvoice(
  db: Database,
  order: InvoicedOrder,
): Promise<TaxDocument | null> {
  const issued = await findInvoice(db, order.orderId)
  if (issued) return issued
  const seller = await readRegistration(db)
  const amountInPaise = order.lines.reduce((sum, line) => sum + line.amountInPaise, 0)
  if (seller === null || amountInPaise === 0) return null
  const place = await findPlace(db, order, seller.stateCode)
  const split = splitTax(amountInPaise, place.state === seller.stateCode)
  return insertDocument(db, {
    ...split,
    kind: 'invoice',
    orderId: order.orderId,
    learnerId: order.learnerId,
    razorpayPaymentId: order.razorpayPaymentId,
    sellerLegalName: seller.legalName,
    sellerAddress: seller.address,
    sellerState: seller.stateCode,
    sellerGstin: seller.gstin,
    sac: seller.sac,
    buyerName: place.businessName ?? order.buyer.name,
    buyerEmail: order.buyer.email,
    buyerAddress: place.address,
    buyerGstin: place.gstin,
    buyerState: place.state,
    lines: shareTaxable(order.lines, split.taxableInPaise),
    discountInPaise: order.discountInPaise,
    couponCode: order.discountInPaise > 0 ? order.couponCode : null,
    couponDiscountInPaise: order.couponDiscountInPaise,
    rateInPercent,
  })
}

export async function findInvoice(db: Database, orderId: string): Promise<TaxDocument | undefined> {
  const isIt = and(eq(taxDocuments.orderId, orderId), eq(taxDocuments.kind, 'invoice'))
  const [found] = await db.select().from(taxDocuments).where(isIt)
  return found
}

/**
 * As it was said for this order. If the academy registered after the order was opened nobody was asked:
 * then what the learner said since, else the academy's own State (IGST Act, section 12(2)(b)(ii)).
 */
async function findPlace(
  db: Database,
  { orderId, learnerId }: InvoicedOrder,
  sellerState: string,
): Promise<{
  state: string
  gstin: string | null
  businessName: string | null
  address: string | null
}> {
  const [said] = await db.select().from(orderTax).where(eq(orderTax.orderId, orderId))
  if (said) {
    return {
      state: said.buyerState,
      gstin: said.buyerGstin,
      businessName: said.buyerBusinessName,
      address: said.buyerAddress,
    }
  }
  const place = await readBuyerPlace(db, learnerId)
  if (place === null) {
    return { state: sellerState, gstin: null, businessName: null, address: null }
  }
  return { ...place, state: place.stateCode }
}

type NewDocument = Omit<
  typeof taxDocuments.$inferInsert,
  'id' | 'series' | 'number' | 'documentNumber' | 'issuedAt'
>

/** With the next number of its series, in the caller's transaction. */
export async function insertDocument(db: Database, document: NewDocument): Promise<TaxDocument> {
  const taken = await takeNumber(db, document.kind)
  const [issued] = await db
    .insert(taxDocuments)
    .values({
      ...document,
      ...taken,
      id: newId(),
      // A credit note has its own eight years, also where the buyer of its invoice was erased before.
      buyerKeptUntil: document.buyerKeptUntil ? keptUntil(taken.issuedAt) : null,
    })
    .returning()
  if (!issued) throw new Error('the tax document was not written')
  return issued
}

/**
 * The next number of this financial year. The series' row stays locked until the caller commits, so
 * numbers have no gaps; the clock is read under that lock, so they rise with time.
 */
async function takeNumber(db: Database, kind: DocumentKind) {
  const year = financialYearOf(new Date())
  const series = `${taxDocumentPrefixes[kind]}/${year}`
  const [taken] = await db
    .insert(taxSeries)
    .values({ series, lastNumber: 1 })
    .onConflictDoUpdate({
      target: taxSeries.series,
      set: { lastNumber: sql`${taxSeries.lastNumber} + 1` },
    })
    .returning({
      number: taxSeries.lastNumber,
      at: sql`clock_timestamp()`.mapWith(taxDocuments.issuedAt),
    })
  if (!taken) throw new Error('the series gave no number')
  const { number, at } = taken
  // Who waited for the lock past the year's last midnight is still of that year.
  return {
    series,
    number,
    documentNumber: documentNumber(series, number),
    issuedAt: keepInFinancialYear(at, year),
  }
}

/** Eight years after the end of its financial year, as `anonymise_person` counts. */
function keptUntil(issuedAt: Date): string {
  return `20${Number(financialYearOf(issuedAt).slice(2)) + 8}-03-31`
}

/** Sixteen characters hold nearly ten million documents a year. */
export function documentNumber(series: string, number: number): string {
  return `${series}/${String(number).padStart(5, '0')}`
}
