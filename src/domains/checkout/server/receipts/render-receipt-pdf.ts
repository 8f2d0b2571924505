import { join } from 'node:path'
import type { PdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { sayPrintable } from '../../../../platform/pdf/say-printable.ts'
import { formatDate } from '../../../../shared/format-date.ts'
import { languageTag, readingLanguage } from '../../../../shared/i18n/language.ts'
import { msg, t } from '../../../../shared/i18n/translate.ts'
import { printPaise } from '../../../../shared/money.ts'
import { brandMark } from '../../../certificates/server/ornaments.ts'
import { listDiscounts } from '../../../tax/server/list-discounts.ts'
import { rupeesInWords } from '../../../tax/server/rupees-in-words.ts'

export interface PrintedReceipt {
  receiptNumber: string
  /** Printed as the day in India. */
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
  couponDiscountInPaise?: number | null
  razorpayPaymentId: string
  razorpayOrderId: string
  /** As the payment provider calls it, e.g. `upi`. */
  method: string | null
  brandName: string
  brandAddress: string
  supportEmail: string
  /** Null, or left out, unless the whole amount went back. */
  refundedAt?: Date | null
}

const methods: Record<string, string> = {
  upi: 'UPI',
  card: msg('Card'),
  netbanking: msg('Netbanking'),
  wallet: msg('Wallet'),
  emi: 'EMI',
}

const template = join(import.meta.dirname, 'receipt-template.typ')

/** One A5 page, PDF/A-2a, in the language of now: a receipt for a payment, not a tax invoice. The same receipt gives the same bytes. */
export function renderReceiptPdf(pdfRenderer: PdfRenderer, receipt: PrintedReceipt): Buffer {
  const { issuedAt, amountInPaise, bundledTitles = [], discountInPaise = 0 } = receipt
  const inputs = {
    receiptNumber: receipt.receiptNumber,
    learnerName: receipt.learnerName,
    learnerEmail: receipt.learnerEmail,
    courseTitle: receipt.courseTitle,
    razorpayPaymentId: receipt.razorpayPaymentId,
    razorpayOrderId: receipt.razorpayOrderId,
    brandName: receipt.brandName,
    brandAddress: receipt.brandAddress,
    supportEmail: receipt.supportEmail,
    ...sayPrintable(pdfRenderer, () => paperWords(receipt)),
    // A title is never broken into two lines by what it says: parts are told apart by a line break.
    bundledTitles: bundledTitles.map((title) => title.replaceAll(/\s+/g, ' ')).join('\n'),
    amount: printPaise(amountInPaise),
    listPrice: printPaise(amountInPaise + discountInPaise),
    mark: brandMark,
  }
  return pdfRenderer.render(template, inputs, { createdAt: issuedAt })
}

function paperWords(receipt: PrintedReceipt) {
  const { bundledTitles = [], refundedAt = null, supportEmail } = receipt
  const { discountInPaise = 0, couponCode = null, couponDiscountInPaise = null } = receipt
  const discounts = listDiscounts({ discountInPaise, couponCode, couponDiscountInPaise })
  const refundedOn = refundedAt === null ? '' : formatDate(refundedAt)
  return {
    refundedOn,
    language: languageTag().split('-')[0] ?? '',
    title: t('Payment receipt'),
    refunded: t('Refunded'),
    numberLabel: t('Receipt number'),
    dateLabel: t('Date'),
    issuedOn: formatDate(receipt.issuedAt),
    buyerLabel: t('Received from'),
    what:
      bundledTitles.length === 0
        ? t('Online course, one payment, lifetime access')
        : t(
            '{count, plural, one {# online course} other {# online courses}}, one payment, lifetime access',
            { count: bundledTitles.length },
          ),
    discounts: JSON.stringify(
      discounts.map(({ amountInPaise, couponCode: code }) => ({
        label: code === null ? t('Discount') : t('Discount, with the coupon {code}', { code }),
        amount: printPaise(-amountInPaise),
      })),
    ),
    totalLabel: t('Total paid'),
    // Words for all numbers are known in English alone.
    amountInWords: readingLanguage() ? '' : rupeesInWords(receipt.amountInPaise),
    methodLabel: t('Paid by'),
    method: t(methods[receipt.method ?? ''] ?? msg('Online')),
    stateLabel: t('Status'),
    state:
      refundedOn === ''
        ? t('Received in full')
        : t('Refunded in full on {date}', { date: refundedOn }),
    paymentLabel: t('Payment ID'),
    orderLabel: t('Order ID'),
    questions: t('Questions? Write to {address} and name the receipt number.', {
      address: supportEmail,
    }),
    note: t('This receipt confirms a payment. It is not a tax invoice, and needs no signature.'),
  }
}
