import { and, asc, count, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Cell, writeTable } from '../../../../platform/csv/write-csv.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { describePlace } from '../indian-states.ts'
import { documentNumber } from '../issue-documents.ts'
import { taxDocuments } from '../tables.ts'
import { isIn, isRegistered, isSmall, isUnregistered, type Period } from './select-documents.ts'

const { kind, series, number, buyerState, sellerState, sac, rateInPercent, sellerGstin } =
  taxDocuments

/** Less what credit notes took back; a month with more refunds than sales is below zero. */
function net(column: PgColumn): SQL<bigint> {
  return sql`sum(case ${kind} when 'invoice' then ${column} else -${column} end)`.mapWith(BigInt)
}

const sums = {
  amount: net(taxDocuments.amountInPaise),
  taxable: net(taxDocuments.taxableInPaise),
  igst: net(taxDocuments.igstInPaise),
  cgst: net(taxDocuments.cgstInPaise),
  sgst: net(taxDocuments.sgstInPaise),
}

/** Of table 7: what unregistered buyers bought, by State and rate. */
export function readStateSums(db: Database, period: Period, which?: SQL) {
  return db
    .select({ buyerState, sellerState, rateInPercent, sellerGstin, ...sums })
    .from(taxDocuments)
    .where(and(isIn(period), isSmall, which))
    .groupBy(buyerState, sellerState, rateInPercent, sellerGstin)
    .orderBy(asc(buyerState), asc(rateInPercent), asc(sellerGstin))
}

export async function* sumByState(db: Database, period: Period): AsyncGenerator<string> {
  const rows = await readStateSums(db, period)
  yield writeSums(
    ['Type', 'Place Of Supply', 'Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount'],
    ['E-Commerce GSTIN', 'Total Value', 'Integrated Tax', 'Central Tax', 'State/UT Tax'],
    rows.map((row) => [
      'OE',
      describePlace(row.buyerState),
      '',
      String(row.rateInPercent),
      row.taxable,
      '0.00',
      '',
      row.amount,
      row.igst,
      row.cgst,
      row.sgst,
      row.sellerGstin,
    ]),
  )
}

/** Of table 12: by SAC, registered buyers before unregistered ones. */
export function readSacSums(db: Database, period: Period, which?: SQL) {
  const isToBusiness = sql<boolean>`${isRegistered}`.mapWith(Boolean)
  return db
    .select({ isToBusiness, sac, rateInPercent, sellerGstin, ...sums })
    .from(taxDocuments)
    .where(and(isIn(period), which))
    .groupBy(isToBusiness, sac, rateInPercent, sellerGstin)
    .orderBy(sql`1 desc`, asc(sac), asc(rateInPercent), asc(sellerGstin))
}

/** Both sheets of table 12 in one. */
export async function* sumBySac(db: Database, period: Period): AsyncGenerator<string> {
  const rows = await readSacSums(db, period)
  yield writeSums(
    ['Supplies', 'HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate'],
    ['Taxable Value', 'Integrated Tax', 'Central Tax', 'State/UT Tax', 'Cess Amount'],
    rows.map((row) => [row.isToBusiness ? 'B2B' : 'B2C', ...describeSac(row)]),
  )
}

/** One sheet of table 12, as the government's tool has them. */
export async function* sumBySacTo(
  db: Database,
  buyers: 'b2b' | 'b2c',
  period: Period,
): AsyncGenerator<string> {
  const rows = await readSacSums(db, period, buyers === 'b2b' ? isRegistered : isUnregistered)
  yield writeSums(
    ['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate', 'Taxable Value'],
    ['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'],
    rows.map(describeSac),
  )
}

/** What is owed by head, for each GSTIN of ours. */
export function sumByGstin(db: Database, period: Period) {
  return db
    .select({ sellerGstin, ...sums })
    .from(taxDocuments)
    .where(isIn(period))
    .groupBy(sellerGstin)
    .orderBy(asc(sellerGstin))
}

export const sacDescription = 'Online courses'

function describeSac(row: Awaited<ReturnType<typeof readSacSums>>[number]): Cell[] {
  return [
    row.sac,
    sacDescription,
    'NA',
    '0',
    row.amount,
    String(row.rateInPercent),
    row.taxable,
    row.igst,
    row.cgst,
    row.sgst,
    '0.00',
    row.sellerGstin,
  ]
}

/**
 * Of table 13: which numbers were used, each row a run of them without another GSTIN's between. An
 * academy that moved goes on in its series, and a note bears the GSTIN of its invoice. None is ever
 * cancelled: a sale is taken back by a credit note.
 */
export function readSeries(db: Database, period: Period, which?: SQL) {
  const inRun = sql<number>`${number} - row_number() over (partition by ${kind}, ${series}, ${sellerGstin} order by ${number})`
  const numbered = db
    .select({ kind, series, sellerGstin, number, run: inRun.as('run') })
    .from(taxDocuments)
    .where(and(isIn(period), which))
    .as('numbered')
  return db
    .select({
      kind: numbered.kind,
      series: numbered.series,
      sellerGstin: numbered.sellerGstin,
      from: sql`min(${numbered.number})`.mapWith(Number),
      to: sql`max(${numbered.number})`.mapWith(Number),
      total: count(),
    })
    .from(numbered)
    .groupBy(numbered.kind, numbered.series, numbered.sellerGstin, numbered.run)
    .orderBy(sql`${numbered.kind} desc`, asc(numbered.series), sql`min(${numbered.number})`)
}

export async function* listSeries(db: Database, period: Period): AsyncGenerator<string> {
  const rows = await readSeries(db, period)
  yield writeSums(
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    [],
    rows.map((row) => [
      natureOf[row.kind].name,
      ...[row.from, row.to].map((one) => documentNumber(row.series, one)),
      String(row.total),
      '0',
      row.sellerGstin,
    ]),
  )
}

/** As table 13 names and numbers them. */
export const natureOf = {
  invoice: { name: 'Invoices for outward supply', number: 1 },
  credit_note: { name: 'Credit Note', number: 5 },
}

function writeSums(
  headings: string[],
  moreHeadings: string[],
  rows: readonly (readonly Cell[])[],
): string {
  return writeTable([...headings, ...moreHeadings, 'Supplier GSTIN'], rows)
}
