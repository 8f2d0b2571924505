import { expect, test } from 'vitest'
import { readPdf } from '../../../../../tests/support/read-pdf.ts'
import { createPdfRenderer } from '../../../../platform/pdf/render-pdf.ts'
import { shareTaxable, splitTax } from '../split-tax.ts'
import type { TaxDocument } from '../tables.ts'
import { renderTaxDocument } from './render-tax-document.ts'

const pdfRenderer = createPdfRenderer((message) => {
  throw new Error(message)
})

const split = splitTax(1_24_999_00, false)
const invoice: TaxDocument = {
  ...split,
  id: '0198a000-0000-7000-8000-000000000001',
  kind: 'invoice',
  series: 'INV/2627',
  number: 42,
  documentNumber: 'INV/2627/00042',
  issuedAt: new Date('2026-11-21T06:00:00Z'),
  orderId: '0198a000-0000-7000-8000-000000000002',
  learnerId: '0198a000-0000-7000-8000-000000000003',
  refundId: null,
  invoiceId: null,
  invoiceNumber: null,
  invoiceIssuedAt: null,
  invoicedInPaise: null,
  creditedBeforeInPaise: 0,
  razorpayPaymentId: 'pay_QxT7f2kLm9ZpA1',
  sellerLegalName: 'Kalakriti Learning Private Limited',
  sellerAddress: '12, 100 Feet Road, Indiranagar, Bengaluru 560038',
  sellerState: '29',
  sellerGstin: '29AAGCB7383J1Z4',
  sac: '999293',
  buyerName: 'Usha Films LLP',
  buyerEmail: 'usha@example.in',
  buyerAddress: '4 Marine Drive, Mumbai 400020',
  buyerGstin: '27AAPFU0939F1ZV',
  buyerState: '27',
  lines: shareTaxable(
    [{ title: 'Cinematic AI Films', amountInPaise: 1_24_999_00 }],
    split.taxableInPaise,
  ),
  discountInPaise: 0,
  couponCode: null,
  couponDiscountInPaise: null,
  rateInPercent: 18,
  buyerKeptUntil: null,
}
const letterhead = { brandName: 'Kalakriti Academy', supportEmail: 'help@academy.example' }
const creditNote: TaxDocument = {
  ...invoice,
  ...splitTax(499_900, true),
  kind: 'credit_note',
  documentNumber: 'CN/2627/00007',
  buyerState: '29',
  buyerGstin: null,
  buyerName: 'आशा मेनन',
  buyerAddress: null,
  invoiceNumber: 'INV/2627/00042',
  invoiceIssuedAt: new Date('2026-11-20T20:00:00Z'),
  lines: shareTaxable(
    [
      { title: 'एआई फ़िल्में', amountInPaise: 299_900 },
      { title: 'Reels in a Day', amountInPaise: 200_000 },
    ],
    splitTax(499_900, true).taxableInPaise,
  ),
}

test.each([
  [invoice, 'Tax invoice INV/2627/00042'],
  [creditNote, 'Credit note CN/2627/00007'],
])('$kind is one archival page, the same each time', (document, title) => {
  const pdf = renderTaxDocument(pdfRenderer, document, letterhead)

  expect(readPdf(pdf)).toMatchObject({ pageCount: 1, title, isArchival: true })
  expect(renderTaxDocument(pdfRenderer, document, letterhead)).toEqual(pdf)
})

test.each([1, 2, 3, 4])(
  'a course of a bundle whose title fills %i lines stands whole on one page, and pages are white',
  (lineCount) => {
    const title = 'A long title of a course that goes on and on and '.repeat(lineCount)
    const parts = Array.from({ length: 16 }, () => ({ title, amountInPaise: 7_812_437 }))
    const lines = shareTaxable(parts, split.taxableInPaise)

    const pdf = renderTaxDocument(pdfRenderer, { ...invoice, lines }, letterhead)

    const { textStarts, fills } = readPdf(pdf)
    const sizes = textStarts
      .filter(({ xInMm }) => Math.abs(xInMm - 20) < 0.1)
      .map(({ yInMm, sizeInPoints }) => (yInMm < 34 ? 'footer' : sizeInPoints))
    const end = sizes.indexOf('footer')
    const [heading, afterHeading] = sizes.slice(end).filter((size) => size !== 'footer')
    expect(sizes[end - 1]).toBe(8) // "Online course", which ends a row
    expect([heading, afterHeading]).toEqual([8, 10]) // the table's heading, then a title
    expect([...fills]).not.toContain('1 0.98039216 0.9490196')
  },
)

test('a bundle of many courses with hostile titles goes on to further pages', () => {
  const title = '#set page(fill: red) "\\u0000" </x> $1$ محمد '.repeat(3)
  const parts = Array.from({ length: 40 }, () => ({ title, amountInPaise: 312_497 }))
  const lines = shareTaxable(parts, split.taxableInPaise)

  const pdf = renderTaxDocument(pdfRenderer, { ...invoice, lines }, letterhead)

  expect(readPdf(pdf).pageCount).toBeGreaterThan(1)
})
