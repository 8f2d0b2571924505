import { expect, test } from 'vitest'
import { readPdf } from '../../../../../tests/support/read-pdf.ts'
import { createPdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { type PrintedReceipt, renderReceiptPdf } from './render-receipt-pdf.ts'

const pdfRenderer = createPdfRenderer((message) => {
  throw new Error(message)
})

function render(changes: Partial<PrintedReceipt> = {}): Buffer {
  return renderReceiptPdf(pdfRenderer, {
    receiptNumber: 'R-000123',
    issuedAt: new Date('2026-11-21T06:00:00Z'),
    learnerName: 'Asha Menon',
    learnerEmail: 'asha@example.in',
    courseTitle: 'Cinematic AI Films',
    amountInPaise: 499900,
    razorpayPaymentId: 'pay_QxT7f2kLm9ZpA1',
    razorpayOrderId: 'order_QxT7a81Kx02bVw',
    method: 'upi',
    brandName: 'Brand',
    brandAddress: 'Brand, Bengaluru 560038, India',
    supportEmail: 'help@academy.example',
    ...changes,
  })
}

test('a buyer gets an archival PDF of one page with the rupee sign, the same each time', () => {
  const pdf = render()

  expect(readPdf(pdf)).toMatchObject({
    pageCount: 1,
    title: 'Payment receipt R-000123',
    isArchival: true,
  })
  expect(readPdf(pdf).printedCharacters.has('₹')).toBe(true)
  expect(render()).toEqual(pdf)
})

test('a long name in any script and a long title stay on the one page', () => {
  const learnerName = 'محمد عرفان خان صدیقی '.repeat(5)
  const courseTitle = 'एआई से चलचित्र बनाना, from the first prompt to the final cut: '.repeat(4)

  expect(readPdf(render({ learnerName, courseTitle })).pageCount).toBe(1)
})

test('what a coupon took off beside another offer is a line of its own, and a receipt from before says it as it did', () => {
  const discounted = { discountInPaise: 460_000, couponCode: 'TEN' }
  const before = render(discounted)

  expect(render({ ...discounted, couponDiscountInPaise: 460_000 })).toEqual(before)
  const apart = readPdf(render({ ...discounted, couponDiscountInPaise: 60_000 }))
  expect(apart.pageCount).toBe(1)
  expect(apart).not.toEqual(readPdf(before))
})

test('a refunded payment has another receipt', () => {
  expect(render({ refundedAt: new Date('2026-11-24T06:00:00Z') })).not.toEqual(render())
})

test('a bundle at a discount names its courses, its list price and what was taken off, on one page', () => {
  const pdf = render({
    courseTitle: 'All of Film',
    bundledTitles: Array.from({ length: 6 }, (_, at) => `Course ${at + 1}: Cinematic AI Films`),
    amountInPaise: 449_900,
    discountInPaise: 50_050,
    couponCode: 'DIWALI-26',
  })

  const { pageCount, isArchival, printedCharacters } = readPdf(pdf)
  expect({ pageCount, isArchival }).toEqual({ pageCount: 1, isArchival: true })
  for (const character of 'DIWALI-26') expect(printedCharacters).toContain(character)
})
