import { join } from 'node:path'
import { brandMark } from '../../certificates/certificate-ornaments.ts'
import type { PdfRenderer } from '../../platform/pdf/render-pdf.ts'
import { rupeesInWords } from '../../tax/rupees-in-words.ts'

export interface PrintedReceipt {
  receiptNumber: string
  /** Dates come ready to print, e.g. '21 November 2026'. */
  issuedOn: string
  issuedAt: Date
  learnerName: string
  learnerEmail: string
  courseTitle: string
  amountInPaise: number
  currency: 'INR'
  razorpayPaymentId: string
  razorpayOrderId: string
  /** e.g. 'UPI' or 'Card'. */
  methodLabel: string
  brandName: string
  brandAddress: string
  supportEmail: string
  /** Left out unless the whole amount went back. */
  refundedOn?: string
}

const template = join(import.meta.dirname, 'receipt-template.typ')

/** One A5 page, PDF/A-2a: a receipt for a payment, not a tax invoice. The same receipt gives the same bytes. */
export function renderReceiptPdf(pdfRenderer: PdfRenderer, receipt: PrintedReceipt): Buffer {
  const { issuedAt, amountInPaise, currency, refundedOn, ...facts } = receipt
  const inputs = {
    ...facts,
    refundedOn: refundedOn ?? '',
    amount: new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(
      amountInPaise / 100,
    ),
    amountInWords: rupeesInWords(amountInPaise),
    mark: brandMark,
  }
  return pdfRenderer.render(template, inputs, { createdAt: issuedAt })
}
