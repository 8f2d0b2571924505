import { join } from 'node:path'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { formatDate } from '../../../../shared/format-date.ts'
import { printPaise } from '../../../../shared/money.ts'
import { brandMark } from '../../../certificates/server/ornaments.ts'
import { stateOf } from '../indian-states.ts'
import { listDiscounts } from '../list-discounts.ts'
import { rupeesInWords } from '../rupees-in-words.ts'
import type { TaxDocument } from '../tables.ts'

const template = join(import.meta.dirname, 'tax-document-template.typ')

/** What is printed around the document. */
interface Letterhead {
  brandName: string
  supportEmail: string
}

/**
 * A4, PDF/A-2a, by Rule 46 (invoice) or 53(1A) (credit note) of the CGST Rules. The same document gives
 * the same bytes.
 */
export function renderTaxDocument(
  pdfRenderer: PdfRenderer,
  document: TaxDocument,
  letterhead: Letterhead,
): Buffer {
  const lines = document.lines.map((line) => ({
    title: pdfRenderer.keepPrintable(line.title),
    taxable: printPaise(line.taxableInPaise),
    tax: printPaise(line.amountInPaise - line.taxableInPaise),
    amount: printPaise(line.amountInPaise),
  }))
  const inputs = {
    ...letterhead,
    kind: document.kind,
    number: document.documentNumber,
    issuedOn: formatDate(document.issuedAt),
    invoiceNumber: document.invoiceNumber ?? '',
    invoiceIssuedOn: document.invoiceIssuedAt ? formatDate(document.invoiceIssuedAt) : '',
    sellerName: document.sellerLegalName,
    sellerAddress: document.sellerAddress,
    sellerState: placeInWords(document.sellerState),
    sellerGstin: document.sellerGstin,
    buyerName: document.buyerName,
    buyerEmail: document.buyerEmail,
    buyerAddress: document.buyerAddress ?? '',
    buyerState: placeInWords(document.buyerState),
    buyerGstin: document.buyerGstin ?? '',
    sac: document.sac,
    listPrice:
      document.discountInPaise === 0
        ? ''
        : printPaise(document.amountInPaise + document.discountInPaise),
    discounts: JSON.stringify(listDiscounts(document).map(describeDiscount)),
    lines: JSON.stringify(lines),
    taxes: JSON.stringify(listTaxes(document)),
    taxable: printPaise(document.taxableInPaise),
    amount: printPaise(document.amountInPaise),
    amountInWords: rupeesInWords(document.amountInPaise),
    razorpayPaymentId: document.razorpayPaymentId,
    mark: brandMark,
  }
  return pdfRenderer.render(template, inputs, { createdAt: document.issuedAt })
}

function describeDiscount({
  amountInPaise,
  couponCode,
}: ReturnType<typeof listDiscounts>[number]): { label: string; amount: string } {
  const label = couponCode === null ? 'Discount' : `Discount, with the coupon ${couponCode}`
  return { label, amount: printPaise(-amountInPaise) }
}

function listTaxes(document: TaxDocument): { name: string; amount: string }[] {
  const half = document.rateInPercent / 2
  if (document.buyerState !== document.sellerState) {
    return [{ name: `IGST ${document.rateInPercent}%`, amount: printPaise(document.igstInPaise) }]
  }
  const isUnion = stateOf(document.sellerState).isWithoutLegislature === true
  return [
    { name: `CGST ${half}%`, amount: printPaise(document.cgstInPaise) },
    { name: `${isUnion ? 'UTGST' : 'SGST'} ${half}%`, amount: printPaise(document.sgstInPaise) },
  ]
}

function placeInWords(code: string): string {
  return `${stateOf(code).name} (${code})`
}
