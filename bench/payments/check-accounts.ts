import { parse } from 'csv-parse/sync'
import type { Payment } from '../../sandbox/entities.ts'
import type { Store } from '../../sandbox/store.ts'
import type { ReportViolation } from './check-books.ts'
import type { Ledger } from './ledger.ts'
import { sumOf } from './lists.ts'
import type { World } from './world.ts'

const names = [
  'orders',
  'gstr1-b2b',
  'gstr1-b2cl',
  'gstr1-b2cs',
  'gstr1-cdnr',
  'gstr1-cdnur',
  'gstr1-hsn',
  'gstr1-docs',
] as const

type Row = Record<string, string>
export type Exports = Record<(typeof names)[number], Row[]>

/** All that the accountant is given, as the academy sends it. */
export async function fetchExports({ academy, administrator }: World): Promise<Exports> {
  const files = names.map(async (name) => {
    const text = await academy.exportFile(administrator.token, name)
    return [name, parse(text, { columns: true, bom: true })] as const
  })
  return Object.fromEntries(await Promise.all(files)) as Exports // of all names
}

/**
 * Holds what the accountant is given against what the provider took and gave back, to the paisa: whole,
 * in parts by hand at the dashboard, and by lost disputes.
 */
export function checkAccounts(
  report: ReportViolation,
  { books, ledger, files }: { books: Store; ledger: Ledger; files: Exports },
): void {
  const captured = Array.from(books.payments.values()).filter((payment) => payment.captured)
  const kept =
    sumOf(captured, (payment) => payment.amount - payment.amount_refunded) -
    sumOf(books.disputes.values(), (dispute) => dispute.amount_deducted) -
    sumOf(captured, (payment) => creditedAndTakenBack({ books, ledger }, payment))
  const expect = (what: string, found: number, expected: number): void => {
    if (found !== expected)
      report(
        "exports that differ from the provider's books",
        `${what}: ${found} paise, not ${expected}`,
      )
  }
  const credited =
    sumColumn(files['gstr1-cdnr'], 'Note Value') + sumColumn(files['gstr1-cdnur'], 'Note Value')
  const listed =
    sumColumn(files['gstr1-b2b'], 'Invoice Value') + sumColumn(files['gstr1-b2cl'], 'Invoice Value')
  expect('sales by buyer', listed + sumColumn(files['gstr1-b2cs'], 'Total Value') - credited, kept)
  expect('sales by SAC', sumColumn(files['gstr1-hsn'], 'Total Value'), kept)
  expect('taxes by SAC', sumTaxes(files['gstr1-hsn']), kept)
  expect('orders', sumColumn(files.orders, 'Kept (rupees)'), kept)
  expect('rows of orders', files.orders.length, ledger.orders.length)
  const documents = files['gstr1-docs'].map((row) => Number(row['Total Number']))
  expect('documents', sumOf(documents, Number), ledger.documents.length)
  for (const { kind, entityId, message } of ledger.differences)
    report('differences of settlements that are none', `${kind} ${entityId}: ${message}`)
}

/** Parts that were credited, and that the provider took back as a bank refused them: their notes stay. */
function creditedAndTakenBack(
  { books, ledger }: { books: Store; ledger: Ledger },
  payment: Payment,
): number {
  const notes = ledger.documents.filter(
    ({ kind, refundId, razorpayPaymentId }) =>
      kind === 'credit_note' && refundId === null && razorpayPaymentId === payment.id,
  )
  const refused = Array.from(books.refunds.values()).filter(
    ({ payment_id: id, status }) => id === payment.id && status === 'failed',
  )
  const excess = sumOf(notes, ({ amountInPaise }) => amountInPaise) - payment.amount_refunded
  return Math.min(
    Math.max(excess, 0),
    sumOf(refused, ({ amount }) => amount),
  )
}

function sumTaxes(rows: Row[]): number {
  const columns = ['Taxable Value', 'Integrated Tax', 'Central Tax', 'State/UT Tax']
  return sumOf(columns, (column) => sumColumn(rows, column))
}

/** In paise. */
function sumColumn(rows: Row[], column: string): number {
  return sumOf(rows, (row) => {
    const cell = row[column]
    if (cell === undefined) throw new Error(`there is no column ${column}`)
    return cell === '' ? 0 : Math.round(Number(cell) * 100)
  })
}
