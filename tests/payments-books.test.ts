import { expect, test } from 'vitest'
import { checkBooks } from '../bench/payments/check-books.ts'
import type { Ledger } from '../bench/payments/ledger.ts'
import type { Journal } from '../sandbox/journal.ts'
import { openStore } from '../sandbox/store.ts'

const ids = { order: 'o1', order_2: 'o2', payment: 'pay_1', learner: 'l1' }

/** A free course, and a bundle of two that was bought with a coupon and given back in a dispute. */
function makeLedger(): Ledger {
  const document = {
    series: 'INV/26-27',
    number: 1,
    atInMs: 1,
    orderId: ids.order,
    refundId: null,
    razorpayPaymentId: ids.payment,
    amountInPaise: 900,
    lines: [
      { title: 'A', amountInPaise: 400, taxableInPaise: 339 },
      { title: 'B', amountInPaise: 500, taxableInPaise: 424 },
    ],
    buyerState: '29',
    buyerGstin: null,
  }
  const change = (kind: 'grant' | 'revocation', causeId: string, courseId: string) => ({
    change: kind,
    causeId,
    courseId,
    learnerId: ids.learner,
  })
  return {
    orders: [
      {
        id: ids.order,
        razorpayOrderId: 'order_1',
        learnerId: ids.learner,
        courseId: 'a',
        amountInPaise: 900,
        status: 'refunded',
        razorpayPaymentId: ids.payment,
        wasCompleted: true,
        couponCode: 'TEN',
        bundleId: 'b1',
      },
      {
        id: ids.order_2,
        razorpayOrderId: null,
        learnerId: ids.learner,
        courseId: 'c',
        amountInPaise: 0,
        status: 'completed',
        razorpayPaymentId: null,
        wasCompleted: true,
        couponCode: 'GIFT',
        bundleId: null,
      },
    ],
    items: [
      { orderId: ids.order, courseId: 'a', courseTitle: 'A', amountInPaise: 400 },
      { orderId: ids.order, courseId: 'b', courseTitle: 'B', amountInPaise: 500 },
      { orderId: ids.order_2, courseId: 'c', courseTitle: 'C', amountInPaise: 0 },
    ],
    coupons: [
      { code: 'TEN', maxUses: 1, maxUsesPerLearner: 1, reserved: 0, used: 1 },
      { code: 'GIFT', maxUses: 1, maxUsesPerLearner: null, reserved: 0, used: 1 },
    ],
    couponUses: [
      { orderId: ids.order, code: 'TEN', learnerId: ids.learner, state: 'used' },
      { orderId: ids.order_2, code: 'GIFT', learnerId: ids.learner, state: 'used' },
    ],
    documents: [
      { ...document, kind: 'invoice' },
      { ...document, kind: 'credit_note', series: 'CN/26-27', refundId: 'r1' },
    ],
    lastDocumentNumbers: [
      { series: 'INV/26-27', lastNumber: 1 },
      { series: 'CN/26-27', lastNumber: 1 },
    ],
    places: [{ orderId: ids.order, state: '29', gstin: null }],
    differences: [],
    alarms: [],
    refunds: [
      {
        id: 'r1',
        razorpayPaymentId: ids.payment,
        razorpayRefundId: null,
        amountInPaise: 900,
        status: 'processed',
        cause: 'dispute',
      },
    ],
    receipts: [{ orderId: ids.order, series: 'KA/26-27', number: 1 }],
    lastReceiptNumbers: [{ series: 'KA/26-27', lastNumber: 1 }],
    grants: [
      change('grant', ids.order, 'a'),
      change('grant', ids.order, 'b'),
      change('revocation', ids.order, 'a'),
      change('revocation', ids.order, 'b'),
      change('grant', ids.order_2, 'c'),
    ],
    entitlements: [{ learnerId: ids.learner, courseId: 'c' }],
    mails: [
      { recipient: 'l1@example.test', subject: 'Yours', text: '', cause: `receipt:${ids.order}` },
    ],
    openings: [],
  }
}

/** The names of the rules that a ledger breaks. */
function brokenBy(spoil: (ledger: Ledger) => void): string[] {
  const nothing = (): void => undefined
  const journal: Journal = { append: nothing, read: () => [], replace: nothing, close: nothing }
  const ledger = makeLedger()
  spoil(ledger)
  const violations = checkBooks(openStore(journal), ledger)
  return Object.entries(violations).flatMap(([rule, found]) => (found.length > 0 ? [rule] : []))
}

test('books in order break no rule', () => {
  expect(brokenBy(() => undefined)).toEqual([])
})

const wrongs: [rule: string, spoil: (ledger: Ledger) => unknown][] = [
  ['bundles opened or closed in part', ({ grants }) => grants.splice(3, 1)],
  ['coupons used too often', ({ coupons }) => coupons.forEach((coupon) => (coupon.maxUses = 0))],
  ['uses of coupons lost or miscounted', ({ couponUses }) => (couponUses[0]!.state = 'released')],
  ['uses of coupons lost or miscounted', ({ coupons }) => (coupons[1]!.reserved = 1)],
  ['invoices missing, doubled or wrong', ({ documents }) => documents.splice(0, 1)],
  ['invoices missing, doubled or wrong', ({ places }) => (places[0]!.state = '27')],
  ['invoices missing, doubled or wrong', ({ items }) => (items[0]!.amountInPaise = 401)],
  ['credit notes missing, doubled or wrong', ({ documents }) => documents.splice(1, 1)],
  ['credit notes missing, doubled or wrong', ({ documents }) => (documents[1]!.amountInPaise = 9)],
  [
    'gaps or repeats in the numbers of tax documents',
    ({ documents }) => (documents[0]!.number = 2),
  ],
  [
    'gaps or repeats in the numbers of tax documents',
    ({ lastDocumentNumbers }) => (lastDocumentNumbers[1]!.lastNumber = 2),
  ],
]

for (const [at, [rule, spoil]] of wrongs.entries()) {
  test(`the check of the books finds ${rule} (${at + 1})`, () => {
    expect(brokenBy(spoil)).toContain(rule)
  })
}
