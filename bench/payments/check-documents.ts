import type { ReportViolation } from './check-books.ts'
import type { DocumentLine, Ledger, OrderLine } from './ledger.ts'
import { groupBy, sumOf } from './lists.ts'

const ofInvoices = 'invoices missing, doubled or wrong'
const ofCreditNotes = 'credit notes missing, doubled or wrong'

/**
 * Every sale has its invoice, every invoice whose money went back its credit note, each once; what went
 * back in part before has notes of its own.
 */
export function checkDocuments(report: ReportViolation, ledger: Ledger): void {
  const invoices = groupBy(
    ledger.documents.filter(({ kind }) => kind === 'invoice'),
    ({ orderId }) => orderId,
  )
  const notes = groupBy(
    ledger.documents.filter(({ kind }) => kind === 'credit_note'),
    ({ orderId }) => orderId,
  )
  const books = readSales(ledger)
  for (const line of ledger.orders) {
    const name = line.razorpayOrderId ?? line.id
    const [invoice, ...otherInvoices] = invoices.get(line.id) ?? []
    const isSale = line.wasCompleted && line.amountInPaise > 0
    if ((invoice !== undefined) !== isSale || otherInvoices.length > 0) report(ofInvoices, name)
    if (invoice && !isInvoiceRight(books, line, invoice)) report(ofInvoices, name)
    const refund = invoice && books.refunds.get(invoice.razorpayPaymentId)
    const allNotes = notes.get(line.id) ?? []
    const [note, ...otherNotes] = allNotes.filter(({ refundId }) => refundId !== null)
    const credited = sumOf(allNotes, ({ amountInPaise }) => amountInPaise)
    const invoiced = invoice?.amountInPaise ?? 0
    if ((note !== undefined) !== (refund !== undefined) || otherNotes.length > 0)
      report(ofCreditNotes, name)
    const isNoteRight =
      note?.refundId === refund?.id && (note ? credited === invoiced : credited <= invoiced)
    if (!isNoteRight) report(ofCreditNotes, name)
    if (invoice && (line.status === 'refunded') !== (note !== undefined))
      report(ofCreditNotes, name)
  }
  checkNumbers(report, ledger)
}

type Sales = ReturnType<typeof readSales>

function readSales(ledger: Ledger) {
  return {
    refunds: new Map(ledger.refunds.map((refund) => [refund.razorpayPaymentId, refund])),
    places: new Map(ledger.places.map((place) => [place.orderId, place])),
    items: groupBy(ledger.items, ({ orderId }) => orderId),
  }
}

function isInvoiceRight(books: Sales, line: OrderLine, invoice: DocumentLine): boolean {
  const place = books.places.get(line.id)
  const items = books.items.get(line.id) ?? []
  const hasItems = items.every(({ courseTitle, amountInPaise }, at) => {
    const printed = invoice.lines[at]
    return printed?.title === courseTitle && printed.amountInPaise === amountInPaise
  })
  return (
    invoice.razorpayPaymentId === line.razorpayPaymentId &&
    invoice.amountInPaise === line.amountInPaise &&
    invoice.lines.length === items.length &&
    hasItems &&
    sumOf(invoice.lines, ({ amountInPaise }) => amountInPaise) === line.amountInPaise &&
    invoice.buyerState === place?.state &&
    invoice.buyerGstin === place.gstin
  )
}

/** One after the other from the first to the last, as time goes. */
function checkNumbers(report: ReportViolation, ledger: Ledger): void {
  const rule = 'gaps or repeats in the numbers of tax documents'
  const bySeries = groupBy(ledger.documents, ({ series }) => series)
  for (const { series, lastNumber } of ledger.lastDocumentNumbers) {
    const given = bySeries.get(series) ?? []
    const isGapless = given.every(({ number }, at) => number === at + 1)
    const isInTime = given.every(({ atInMs }, at) => atInMs >= (given[at - 1]?.atInMs ?? 0))
    if (!isGapless || !isInTime || given.length !== lastNumber) report(rule, series)
    bySeries.delete(series)
  }
  for (const unknown of bySeries.keys()) report(rule, unknown)
}
