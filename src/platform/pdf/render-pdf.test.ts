import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPdf } from '../../../tests/support/read-pdf.ts'
import { createPdfRenderer } from './render-pdf.ts'

const template = join(
  import.meta.dirname,
  '../../domains/checkout/server/receipts/receipt-template.typ',
)
const createdAt = new Date('2026-11-21T06:00:00Z')

test('a template that misses an input says which template and why', () => {
  const pdfRenderer = createPdfRenderer()

  expect(() => pdfRenderer.render(template, {}, { createdAt })).toThrow(
    /receipt-template\.typ: .*refundedOn/,
  )
})

test('text keeps its joiners and loses what no font prints', () => {
  const pdfRenderer = createPdfRenderer()

  expect(pdfRenderer.keepPrintable('ക്\u200dഷ 王\u202e\u{e000}\ud800é')).toBe('ക്\u200dഷ é')
})

test('a person whose letters no font can join still gets a plain PDF, and the operator hears of it', () => {
  const warnings: string[] = []
  const pdfRenderer = createPdfRenderer((message) => warnings.push(message))
  const inputs = Object.fromEntries(
    [
      'receiptNumber',
      'issuedOn',
      'learnerEmail',
      'courseTitle',
      'bundledTitles',
      'listPrice',
      'amount',
      'amountInWords',
      'razorpayPaymentId',
      'razorpayOrderId',
      'methodLabel',
      'brandName',
      'brandAddress',
      'supportEmail',
      'refundedOn',
      'title',
      'refunded',
      'numberLabel',
      'dateLabel',
      'buyerLabel',
      'what',
      'totalLabel',
      'method',
      'stateLabel',
      'state',
      'paymentLabel',
      'orderLabel',
      'questions',
      'note',
    ].map((name) => [name, name]),
  )
  const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'

  const pdf = pdfRenderer.render(
    template,
    { ...inputs, discounts: '[]', language: 'en', mark, learnerName: '\u{11ab0}' },
    { createdAt },
  )

  expect(readPdf(pdf)).toMatchObject({ pageCount: 1, isArchival: false })
  expect(warnings).toEqual([expect.stringContaining('a-2a')])
  expect(warnings.join()).not.toContain('\u{11ab0}')
})
