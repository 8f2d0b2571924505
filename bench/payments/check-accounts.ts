import { parse } from 'csv-parse/sync'
import type { Payment } from '../../sandbox/entities.ts'
import type { Store } from '../../sandbox/store.ts'
import { isLostInDispute, type ReportViolation } from './check-books.ts'
import type { Ledger } from './ledger.ts'
import { sumOf } from './lists.ts'
import type { World } from './world.ts'

const names = [
  'orders',
  'gstr1-b2b',
  'gstr1-b2cl',
  'gstr1-b2cs',
  'gstr1-cdnr',
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
 * Holds what the accountant is given against what the provider took and gave back, to the paisa. A part
 * that somebody gave back by hand at the dashboard has its credit note; the list of orders, where an
 * order is whole or given back, does not know it: there it is an alarm and a difference of the settlements.
 */
export function checkAccounts(
  report: ReportViolation,
  { books, ledger, files }: { books: Store; ledger: Ledger; files: Exports },
): void {
  const captured = Array.from(books.payments.values()).filter((payment) => payment.captured)
  const kept = captured.filter(
    (payment) => payment.amount_refunded < payment.amount && !isLostInDispute(books, payment),
  )
  const parts = kept.filter((payment) => payment.amount_refunded > 0)
  // Parts given back have their credit notes; an order is whole or it is given back.
  const taxed =
    sumOf(captured, (payment) => payment.amount - payment.amount_refunded) -
    sumOf(books.disputes.values(), (dispute) => dispute.amount_deducted) -
    sumOf(kept, (payment) => creditedAndTakenBack({ books, ledger }, payment))
  const net =
    sumOf(captured, (payment) => payment.amount - payment.amount_refunded) -
    sumOf(books.disputes.values(), (dispute) => dispute.amount_deducted) +
    sumOf(parts, (payment) => payment.amount_refunded)
  const expect = (what: string, found: number, expected: number): void => {
    if (found !== expected)
      report(
        "exports that differ from the provider's books",
        `${what}: ${found} paise, not ${expected}`,
      )
  }
  const credited = sumColumn(files['gstr1-cdnr'], 'Note Value')
  const listed =
    sumColumn(files['gstr1-b2b'], 'Invoice Value') + sumColumn(files['gstr1-b2cl'], 'Invoice Value')
  expect('sales by buyer', listed + sumColumn(files['gstr1-b2cs'], 'Total Value') - credited, taxed)
  expect('sales by SAC', sumColumn(files['gstr1-hsn'], 'Total Value'), taxed)
  expect('taxes by SAC', sumTaxes(files['gstr1-hsn']), taxed)
  expect('orders', sumColumn(files.orders.filter(isKept), 'Amount (rupees)'), net)
  expect('rows of orders', files.orders.length, ledger.orders.length)
  const documents = files['gstr1-docs'].map((row) => Number(row['Total Number']))
  expect('documents', sumOf(documents, Number), ledger.documents.length)
  checkRefundsOfOrders(expect, books, files)
  checkDifferences(report, { books, ledger, parts: captured.filter(hasPartByHand(books, ledger)) })
}

const isKept = (row: Row): boolean => row['Status'] === 'completed'

/** Of each row that names a refund of the provider, the amount of that refund. */
function checkRefundsOfOrders(
  expect: (what: string, found: number, expected: number) => void,
  books: Store,
  files: Exports,
): void {
  for (const row of files.orders) {
    const refund = books.refunds.get(row['Refund'] ?? '')
    if (!refund) continue
    const found = sumColumn([row], 'Refund amount (rupees)')
    expect(`refund ${refund.id} of ${row['Razorpay order']}`, found, refund.amount)
  }
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

/** Open differences are what is true: refunds in part, by hand at the dashboard, that no row of ours is about. */
function checkDifferences(
  report: ReportViolation,
  { books, ledger, parts }: { books: Store; ledger: Ledger; parts: Payment[] },
): void {
  const known = new Set(ledger.refunds.map(({ razorpayRefundId }) => razorpayRefundId))
  const byHand = new Set(
    parts
      .flatMap(({ id }) => books.refundIdsByPayment.get(id) ?? [])
      .filter((id) => !known.has(id)),
  )
  const rule = 'differences of settlements that are none'
  for (const { kind, entityId, message } of ledger.differences)
    if (kind !== 'unknown_order' || !byHand.has(entityId))
      report(rule, `${kind} ${entityId}: ${message}`)
  const listed = new Set(ledger.differences.map(({ entityId }) => entityId))
  for (const id of byHand)
    if (books.refunds.get(id)?.status === 'processed' && !listed.has(id))
      report(rule, `not listed: ${id}`)
}

function hasPartByHand(books: Store, ledger: Ledger): (payment: Payment) => boolean {
  const known = new Set(ledger.refunds.map(({ razorpayRefundId }) => razorpayRefundId))
  return ({ id, amount }) =>
    (books.refundIdsByPayment.get(id) ?? []).some((refundId) => {
      const refund = books.refunds.get(refundId)
      return refund !== undefined && refund.amount < amount && !known.has(refundId)
    })
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
