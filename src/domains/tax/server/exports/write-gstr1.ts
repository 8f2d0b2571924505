import { and, eq, type SQL } from 'drizzle-orm'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { dayInIndia } from '../../../../shared/india-time.ts'
import { toRupees } from '../../../../shared/money.ts'
import type { exportGstr1 } from '../../contract.ts'
import { documentNumber } from '../issue-documents.ts'
import { type TaxDocument, taxDocuments } from '../tables.ts'
import {
  isCreditNote,
  isInvoice,
  isLarge,
  isRegistered,
  type Period,
  selectDocuments,
} from './select-documents.ts'
import {
  natureOf,
  readSacSums,
  readSeries,
  readStateSums,
  sacDescription,
} from './sum-documents.ts'

type Gstr1 = ResponseOf<typeof exportGstr1>

/** That of the government's offline tool, which the portal asks for. */
const version = 'GST3.2.4'

/**
 * The return of one GSTIN for a month or a quarter, as the government's offline tool keeps it, in rupees.
 * A table that has nothing is left out, as the portal refuses empty ones.
 */
export async function writeGstr1(
  db: Database,
  { gstin, ...period }: Period & { gstin: string },
): Promise<Gstr1> {
  const ours = eq(taxDocuments.sellerGstin, gstin)
  const list = (which: SQL | undefined) => listAll(db, period, and(ours, which))
  const b2b = await list(and(isInvoice, isRegistered))
  const b2cl = await list(and(isInvoice, isLarge))
  const cdnr = await list(and(isCreditNote, isRegistered))
  const cdnur = await list(and(isCreditNote, isLarge))
  const [year, month] = period.to.split('-')
  return {
    gstin,
    fp: `${month}${year}`,
    version,
    hash: 'hash',
    ...unlessEmpty(
      'b2b',
      groupBy(b2b, buyerOf, (ctin, all) => ({ ctin, inv: all.map(asInvoice) })),
    ),
    ...unlessEmpty(
      'b2cl',
      groupBy(b2cl, placeOf, (pos, all) => ({ pos, inv: all.map(asLarge) })),
    ),
    ...unlessEmpty('b2cs', (await readStateSums(db, period, ours)).map(asStateSum)),
    ...unlessEmpty(
      'cdnr',
      groupBy(cdnr, buyerOf, (ctin, all) => ({ ctin, nt: all.map(asNote) })),
    ),
    ...unlessEmpty('cdnur', cdnur.map(asLargeNote)),
    ...(await describeSacs(db, period, ours)),
    ...(await describeSeries(db, period, ours)),
  }
}

/** Only what stands in the return by itself: the many small sales are sums there. */
async function listAll(
  db: Database,
  period: Period,
  which: SQL | undefined,
): Promise<TaxDocument[]> {
  const all: TaxDocument[] = []
  for await (const batch of selectDocuments(db, period, which)) all.push(...batch)
  return all
}

const buyerOf = (one: TaxDocument): string => one.buyerGstin ?? ''
const placeOf = (one: TaxDocument): string => one.buyerState

function asInvoice(one: TaxDocument) {
  return { ...asLarge(one), pos: one.buyerState, rchrg: 'N' as const, inv_typ: 'R' as const }
}

function asLarge(one: TaxDocument) {
  const { documentNumber: inum, issuedAt, amountInPaise } = one
  return { inum, idt: writeDay(issuedAt), val: toRupees(amountInPaise), itms: itemsOf(one) }
}

function asNote(one: TaxDocument) {
  return { ...noteOf(one), rchrg: 'N' as const, inv_typ: 'R' as const }
}

function asLargeNote(one: TaxDocument) {
  return { typ: 'B2CL' as const, ...noteOf(one) }
}

function noteOf(one: TaxDocument) {
  return {
    ntty: 'C' as const,
    nt_num: one.documentNumber,
    nt_dt: writeDay(one.issuedAt),
    val: toRupees(one.amountInPaise),
    pos: one.buyerState,
    itms: itemsOf(one),
  }
}

/** One rate, so one item; the tool numbers items by their rate. */
function itemsOf({ rateInPercent, taxableInPaise, ...taxes }: TaxDocument) {
  const { buyerState, sellerState, igstInPaise, cgstInPaise, sgstInPaise } = taxes
  const tax =
    buyerState === sellerState
      ? { camt: toRupees(cgstInPaise), samt: toRupees(sgstInPaise) }
      : { iamt: toRupees(igstInPaise) }
  const itm_det = { rt: rateInPercent, txval: toRupees(taxableInPaise), ...tax, csamt: 0 }
  return [{ num: rateInPercent * 100 + 1, itm_det }]
}

function asStateSum(row: Awaited<ReturnType<typeof readStateSums>>[number]) {
  const isWithin = row.buyerState === row.sellerState
  return {
    sply_ty: isWithin ? ('INTRA' as const) : ('INTER' as const),
    typ: 'OE' as const,
    pos: row.buyerState,
    rt: row.rateInPercent,
    txval: toRupees(row.taxable),
    ...(isWithin
      ? { camt: toRupees(row.cgst), samt: toRupees(row.sgst) }
      : { iamt: toRupees(row.igst) }),
    csamt: 0,
  }
}

async function describeSacs(db: Database, period: Period, ours: SQL) {
  const rows = await readSacSums(db, period, ours)
  const sheet = (isToBusiness: boolean) =>
    rows
      .filter((row) => row.isToBusiness === isToBusiness)
      .map((row, index) => ({
        num: index + 1,
        hsn_sc: row.sac,
        desc: sacDescription,
        uqc: 'NA',
        qty: 0,
        rt: row.rateInPercent,
        txval: toRupees(row.taxable),
        iamt: toRupees(row.igst),
        camt: toRupees(row.cgst),
        samt: toRupees(row.sgst),
        csamt: 0,
      }))
  if (rows.length === 0) return {}
  return {
    hsn: { ...unlessEmpty('hsn_b2b', sheet(true)), ...unlessEmpty('hsn_b2c', sheet(false)) },
  }
}

async function describeSeries(db: Database, period: Period, ours: SQL) {
  const rows = await readSeries(db, period, ours)
  const doc_det = groupBy(
    rows,
    ({ kind }) => kind,
    (kind, runs) => ({
      doc_num: natureOf[kind].number,
      doc_typ: natureOf[kind].name,
      docs: runs.map(({ series, from, to, total }, index) => ({
        num: index + 1,
        from: documentNumber(series, from),
        to: documentNumber(series, to),
        totnum: total,
        cancel: 0,
        net_issue: total,
      })),
    }),
  )
  return doc_det.length === 0 ? {} : { doc_issue: { doc_det } }
}

/** In the order in which each key comes first. */
function groupBy<Row, Key, Group>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  describe: (key: Key, rows: Row[]) => Group,
): Group[] {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const known = groups.get(keyOf(row))
    if (known) known.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups].map(([key, all]) => describe(key, all))
}

function unlessEmpty<Name extends string, Row>(name: Name, rows: Row[]): { [N in Name]?: Row[] } {
  if (rows.length === 0) return {}
  return { [name]: rows } as { [N in Name]: Row[] } // a computed name loses its type
}

/** As the tool wants it in JSON: 21-11-2026. */
function writeDay(at: Date): string {
  return dayInIndia(at).split('-').toReversed().join('-')
}
