import { join } from 'node:path'
import { brandMark } from '../../certificates/certificate-ornaments.ts'
import type { PdfRenderer } from '../../platform/pdf/render-pdf.ts'
import { stateOf } from '../indian-states.ts'
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
    taxable: rupees(line.taxableInPaise),
    tax: rupees(line.amountInPaise - line.taxableInPaise),
    amount: rupees(line.amountInPaise),
  }))
  const inputs = {
    ...letterhead,
    kind: document.kind,
    number: document.documentNumber,
    issuedOn: dayInWords(document.issuedAt),
    invoiceNumber: document.invoiceNumber ?? '',
    invoiceIssuedOn: document.invoiceIssuedAt ? dayInWords(document.invoiceIssuedAt) : '',
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
        : rupees(document.amountInPaise + document.discountInPaise),
    discount: rupees(-document.discountInPaise),
    discountLabel:
      document.couponCode === null
        ? 'Discount'
        : `Discount, with the coupon ${document.couponCode}`,
    lines: JSON.stringify(lines),
    taxes: JSON.stringify(listTaxes(document)),
    taxable: rupees(document.taxableInPaise),
    amount: rupees(document.amountInPaise),
    amountInWords: rupeesInWords(document.amountInPaise),
    razorpayPaymentId: document.razorpayPaymentId,
    mark: brandMark,
  }
  return pdfRenderer.render(template, inputs, { createdAt: document.issuedAt })
}

function listTaxes(document: TaxDocument): { name: string; amount: string }[] {
  const half = document.rateInPercent / 2
  if (document.buyerState !== document.sellerState) {
    return [{ name: `IGST ${document.rateInPercent}%`, amount: rupees(document.igstInPaise) }]
  }
  const isUnion = stateOf(document.sellerState).isWithoutLegislature === true
  return [
    { name: `CGST ${half}%`, amount: rupees(document.cgstInPaise) },
    { name: `${isUnion ? 'UTGST' : 'SGST'} ${half}%`, amount: rupees(document.sgstInPaise) },
  ]
}

function placeInWords(code: string): string {
  return `${stateOf(code).name} (${code})`
}

function rupees(amountInPaise: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(
    amountInPaise / 100,
  )
}

function dayInWords(at: Date): string {
  return at.toLocaleDateString('en-IN', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  })
}
