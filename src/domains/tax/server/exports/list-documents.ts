import { and, type SQL } from 'drizzle-orm'
import { type Cell, writeCsv } from '../../../../platform/csv/write-csv.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { dayInIndia } from '../../../../shared/india-time.ts'
import { describePlace } from '../indian-states.ts'
import type { TaxDocument } from '../tables.ts'
import {
  isCreditNote,
  isInvoice,
  isLarge,
  isRegistered,
  type Period,
  selectDocuments,
} from './select-documents.ts'

/** One of GSTR-1's tables that list documents: a column's heading and what stands in it. */
interface DocumentTable {
  which: SQL | undefined
  columns: readonly (readonly [heading: string, cell: (document: TaxDocument) => Cell])[]
}

const place = ['Place Of Supply', (one: TaxDocument) => describePlace(one.buyerState)] as const
const value = (heading: string) =>
  [heading, (one: TaxDocument) => BigInt(one.amountInPaise)] as const
const always = (heading: string, text: string) => [heading, () => text] as const

const amounts = [
  ['Rate', (one: TaxDocument) => String(one.rateInPercent)],
  ['Taxable Value', (one: TaxDocument) => BigInt(one.taxableInPaise)],
  always('Cess Amount', '0.00'),
] as const
/** Beyond the government's columns: the taxes to the paisa. */
const taxes = [
  ['Integrated Tax', (one: TaxDocument) => BigInt(one.igstInPaise)],
  ['Central Tax', (one: TaxDocument) => BigInt(one.cgstInPaise)],
  ['State/UT Tax', (one: TaxDocument) => BigInt(one.sgstInPaise)],
  ['Supplier GSTIN', (one: TaxDocument) => one.sellerGstin],
] as const

const note = [
  ['Note Number', (one: TaxDocument) => one.documentNumber],
  ['Note Date', (one: TaxDocument) => writeDay(one.issuedAt)],
  always('Note Type', 'C'),
] as const
/** Beyond the government's columns. */
const creditedInvoice = [
  ['Invoice Number', (one: TaxDocument) => one.invoiceNumber ?? ''],
  [
    'Invoice date',
    (one: TaxDocument) => (one.invoiceIssuedAt ? writeDay(one.invoiceIssuedAt) : ''),
  ],
] as const

const tables = {
  /** Table 4. */
  b2b: {
    which: and(isInvoice, isRegistered),
    columns: [
      ['GSTIN/UIN of Recipient', (one) => one.buyerGstin ?? ''],
      ['Receiver Name', (one) => one.buyerName],
      ['Invoice Number', (one) => one.documentNumber],
      ['Invoice date', (one) => writeDay(one.issuedAt)],
      value('Invoice Value'),
      place,
      always('Reverse Charge', 'N'),
      always('Applicable % of Tax Rate', ''),
      always('Invoice Type', 'Regular B2B'),
      always('E-Commerce GSTIN', ''),
      ...amounts,
      ...taxes,
    ],
  },
  /** Table 5. */
  b2cl: {
    which: and(isInvoice, isLarge),
    columns: [
      ['Invoice Number', (one) => one.documentNumber],
      ['Invoice date', (one) => writeDay(one.issuedAt)],
      value('Invoice Value'),
      place,
      always('Applicable % of Tax Rate', ''),
      ...amounts,
      always('E-Commerce GSTIN', ''),
      ...taxes,
    ],
  },
  /** Table 9B, notes to registered buyers. */
  cdnr: {
    which: and(isCreditNote, isRegistered),
    columns: [
      ['GSTIN/UIN of Recipient', (one) => one.buyerGstin ?? ''],
      ['Receiver Name', (one) => one.buyerName],
      ...note,
      place,
      always('Reverse Charge', 'N'),
      always('Note Supply Type', 'Regular B2B'),
      value('Note Value'),
      always('Applicable % of Tax Rate', ''),
      ...amounts,
      ...taxes,
      ...creditedInvoice,
    ],
  },
  /** Table 9B, notes on the invoices of table 5. */
  cdnur: {
    which: and(isCreditNote, isLarge),
    columns: [
      always('UR Type', 'B2CL'),
      ...note,
      place,
      value('Note Value'),
      always('Applicable % of Tax Rate', ''),
      ...amounts,
      ...taxes,
      ...creditedInvoice,
    ],
  },
} satisfies Record<string, DocumentTable>

/** One table of GSTR-1 that lists documents, as a spreadsheet in pieces. */
export function listDocuments(
  db: Database,
  table: keyof typeof tables,
  period: Period,
): AsyncGenerator<string> {
  const { which, columns }: DocumentTable = tables[table]
  async function* describeAll() {
    for await (const documents of selectDocuments(db, period, which)) {
      yield documents.map((document) => columns.map(([, cell]) => cell(document)))
    }
  }
  return writeCsv(
    columns.map(([heading]) => heading),
    describeAll(),
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** As the government's own tool wants it: 21-Nov-2026. */
function writeDay(at: Date): string {
  const [year = '', month = '', day = ''] = dayInIndia(at).split('-')
  return `${day}-${months[Number(month) - 1]}-${year}`
}
