import { and, asc, count, max, min, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { byteOrderMark } from '../../platform/csv/byte-order-mark.ts'
import type { Database } from '../../platform/database/database.ts'
import { describePlace } from '../indian-states.ts'
import { documentNumber } from '../issue-documents.ts'
import { taxDocuments } from '../tables.ts'
import { isIn, isRegistered, isSmall, type Period } from './select-documents.ts'
import { type Cell, writeRow } from './write-row.ts'

const { kind, series, number, buyerState, sac, rateInPercent, sellerGstin } = taxDocuments

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

/** Table 7: what unregistered buyers bought, by State and rate. */
export async function* sumByState(db: Database, period: Period): AsyncGenerator<string> {
  const rows = await db
    .select({ buyerState, rateInPercent, sellerGstin, ...sums })
    .from(taxDocuments)
    .where(and(isIn(period), isSmall))
    .groupBy(buyerState, rateInPercent, sellerGstin)
    .orderBy(asc(buyerState), asc(rateInPercent), asc(sellerGstin))
  yield writeTable(
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

/** Table 12: by SAC, registered and unregistered buyers apart. */
export async function* sumBySac(db: Database, period: Period): AsyncGenerator<string> {
  const isToBusiness = sql<boolean>`${isRegistered}`.mapWith(Boolean)
  const rows = await db
    .select({ isToBusiness, sac, rateInPercent, sellerGstin, ...sums })
    .from(taxDocuments)
    .where(isIn(period))
    .groupBy(isToBusiness, sac, rateInPercent, sellerGstin)
    .orderBy(sql`1 desc`, asc(sac), asc(rateInPercent), asc(sellerGstin))
  yield writeTable(
    ['Supplies', 'HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate'],
    ['Taxable Value', 'Integrated Tax', 'Central Tax', 'State/UT Tax', 'Cess Amount'],
    rows.map((row) => [
      row.isToBusiness ? 'B2B' : 'B2C',
      row.sac,
      'Online courses',
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
    ]),
  )
}

/** Table 13: which numbers were used. None is ever cancelled: a sale is taken back by a credit note. */
export async function* listSeries(db: Database, period: Period): AsyncGenerator<string> {
  const rows = await db
    .select({ kind, series, sellerGstin, from: min(number), to: max(number), total: count() })
    .from(taxDocuments)
    .where(isIn(period))
    .groupBy(kind, series, sellerGstin)
    .orderBy(sql`${kind} desc`, asc(series), asc(sellerGstin))
  yield writeTable(
    ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
    [],
    rows.map((row) => [
      row.kind === 'invoice' ? 'Invoices for outward supply' : 'Credit Note',
      ...[row.from, row.to].map((one) => documentNumber(row.series, one ?? 0)),
      String(row.total),
      '0',
      row.sellerGstin,
    ]),
  )
}

function writeTable(
  headings: string[],
  moreHeadings: string[],
  rows: readonly (readonly Cell[])[],
): string {
  const all = [[...headings, ...moreHeadings, 'Supplier GSTIN'], ...rows]
  return byteOrderMark + all.map(writeRow).join('')
}
