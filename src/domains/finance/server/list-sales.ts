import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Cell, writeCsv } from '../../../platform/csv/write-csv.ts'
import type { Database } from '../../../platform/database/database.ts'
import { dayInIndia, writeInIndia } from '../../../shared/india-time.ts'
import { disputes } from '../../checkout/server/tables.ts'
import {
  isCreditNote,
  type Period,
  selectDocuments,
} from '../../tax/server/exports/select-documents.ts'
import { describePlace } from '../../tax/server/indian-states.ts'
import { type TaxDocument, taxDocuments } from '../../tax/server/tables.ts'
import { settlementLines, settlements } from './tables.ts'

const headings = [
  'Date',
  'Document',
  'Number',
  'Invoice credited',
  'Invoice date',
  'Buyer',
  'E-mail',
  'Buyer GSTIN',
  'Place Of Supply',
  'Courses',
  'SAC',
  'Rate',
  'Taxable Value',
  'Integrated Tax',
  'Central Tax',
  'State/UT Tax',
  'Total',
  'Supplier GSTIN',
  'Order',
  'Razorpay payment',
  'Settlement',
  'UTR',
  'Settled (IST)',
]

/**
 * The sales register: every invoice and credit note that was issued from one day to another in India,
 * oldest first, also to buyers without a GSTIN. What credit notes take back is below zero, so that each
 * column of amounts sums to what is kept of these days.
 */
export function listSales(db: Database, period: Period): AsyncGenerator<string> {
  return writeCsv(headings, describeAll(db, period))
}

async function* describeAll(db: Database, period: Period): AsyncGenerator<Cell[][]> {
  for await (const documents of selectDocuments(db, period, undefined)) {
    const lineOf = await readLines(db, documents)
    yield documents.map((one) => describe(one, lineOf(one)))
  }
}

type Line = Awaited<ReturnType<typeof selectLines>>[number]

function selectLines(db: Database, which: SQL) {
  return db
    .select({
      line: settlementLines,
      settlement: settlements,
      paymentId: sql<string>`coalesce(${settlementLines.razorpayPaymentId}, ${disputes.razorpayPaymentId})`,
    })
    .from(settlementLines)
    .innerJoin(settlements, eq(settlements.id, settlementLines.settlementId))
    .leftJoin(disputes, eq(disputes.id, settlementLines.disputeId))
    .where(which)
    .orderBy(settlements.settledAt, settlementLines.entityId)
}

/**
 * An invoice is settled with its payment; a note with the refund or the lost dispute over its amount that
 * was taken of that payment. Of several notes over the same amount each has a line of its own, whichever of
 * them are asked for: the earlier note has the earlier line.
 */
async function readLines(
  db: Database,
  documents: readonly TaxDocument[],
): Promise<(document: TaxDocument) => Line | undefined> {
  const paymentIds = [...new Set(documents.map(({ razorpayPaymentId }) => razorpayPaymentId))]
  const disputeIds = db
    .select({ id: disputes.id })
    .from(disputes)
    .where(inArray(disputes.razorpayPaymentId, paymentIds))
  const lines = [
    ...(await selectLines(db, inArray(settlementLines.razorpayPaymentId, paymentIds))),
    ...(await selectLines(db, inArray(settlementLines.disputeId, disputeIds))),
  ]
  const byPayment = Map.groupBy(lines, ({ paymentId }) => paymentId)
  const lineOf = new Map<string, Line>()
  for (const note of await listNotes(db, documents)) {
    const lines = byPayment.get(note.razorpayPaymentId) ?? []
    const at = lines.findIndex(
      ({ line }) => line.type !== 'payment' && line.debitInPaise === note.amountInPaise,
    )
    const [line] = at === -1 ? [] : lines.splice(at, 1)
    if (line) lineOf.set(note.id, line)
  }
  return ({ kind, id, razorpayPaymentId }) =>
    kind === 'credit_note'
      ? lineOf.get(id)
      : byPayment.get(razorpayPaymentId)?.find(({ line }) => line.type === 'payment')
}

/** All credit notes of the orders of which notes are told, also of other days, in the order of their issue. */
function listNotes(db: Database, documents: readonly TaxDocument[]) {
  const { id, orderId, razorpayPaymentId, amountInPaise, creditedBeforeInPaise } = taxDocuments
  const notes = documents.filter(({ kind }) => kind === 'credit_note')
  const orderIds = [...new Set(notes.map(({ orderId }) => orderId))]
  return db
    .select({ id, razorpayPaymentId, amountInPaise })
    .from(taxDocuments)
    .where(and(isCreditNote, inArray(orderId, orderIds)))
    .orderBy(creditedBeforeInPaise)
}

/** In the order of the headings. */
function describe(one: TaxDocument, found: Line | undefined): Cell[] {
  const sign = one.kind === 'invoice' ? 1n : -1n
  const amount = (paise: number): bigint => sign * BigInt(paise)
  return [
    dayInIndia(one.issuedAt),
    one.kind === 'invoice' ? 'Invoice' : 'Credit note',
    one.documentNumber,
    one.invoiceNumber ?? '',
    one.invoiceIssuedAt ? dayInIndia(one.invoiceIssuedAt) : '',
    one.buyerName,
    one.buyerEmail,
    one.buyerGstin ?? '',
    describePlace(one.buyerState),
    one.lines.map(({ title }) => title).join('; '),
    one.sac,
    String(one.rateInPercent),
    amount(one.taxableInPaise),
    amount(one.igstInPaise),
    amount(one.cgstInPaise),
    amount(one.sgstInPaise),
    amount(one.amountInPaise),
    one.sellerGstin,
    one.orderId,
    one.razorpayPaymentId,
    found?.settlement.id ?? '',
    found?.settlement.utr ?? '',
    found ? writeInIndia(found.settlement.settledAt) : '',
  ]
}
