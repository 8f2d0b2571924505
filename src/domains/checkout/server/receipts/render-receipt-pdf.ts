import { join } from 'node:path'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { printPaise } from '../../../../shared/money.ts'
import { brandMark } from '../../../certificates/certificate-ornaments.ts'
import { rupeesInWords } from '../../../tax/server/rupees-in-words.ts'

export interface PrintedReceipt {
  receiptNumber: string
  /** Dates come ready to print, e.g. '21 November 2026'. */
  issuedOn: string
  issuedAt: Date
  learnerName: string
  learnerEmail: string
  courseTitle: string
  /** Of a bundle: the titles of its courses. */
  bundledTitles?: string[]
  amountInPaise: number
  /** What offers took off; left out: nothing. */
  discountInPaise?: number
  couponCode?: string | null
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
  const { issuedAt, amountInPaise, refundedOn, ...texts } = receipt
  const { bundledTitles = [], discountInPaise = 0, couponCode = null, ...facts } = texts
  const inputs = {
    ...facts,
    refundedOn: refundedOn ?? '',
    // A title is never broken into two lines by what it says: parts are told apart by a line break.
    bundledTitles: bundledTitles.map((title) => title.replaceAll(/\s+/g, ' ')).join('\n'),
    amount: printPaise(amountInPaise),
    listPrice: printPaise(amountInPaise + discountInPaise),
    discount: discountInPaise === 0 ? '' : printPaise(-discountInPaise),
    discountLabel: couponCode === null ? 'Discount' : `Discount, with the coupon ${couponCode}`,
    amountInWords: rupeesInWords(amountInPaise),
    mark: brandMark,
  }
  return pdfRenderer.render(template, inputs, { createdAt: issuedAt })
}
