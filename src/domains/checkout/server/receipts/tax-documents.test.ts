import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buy, pay } from '../../../../../tests/support/buy.ts'
import {
  makeAdmin,
  makeCoupon,
  makeCourse,
  makeLearner,
  type Person,
  unique,
} from '../../../../../tests/support/factories.ts'
import { readPdf } from '../../../../../tests/support/read-pdf.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { mails } from '../../../../integrations/mail/tables.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { financialYearOf } from '../../../../shared/india-time.ts'
import { users } from '../../../accounts/server/tables.ts'
import { pagePayments } from '../../../admin/contract.ts'
import { listLearners } from '../../../learners/contract.ts'
import { putTaxSettings } from '../../../tax/contract.ts'
import { taxDocuments } from '../../../tax/server/tables.ts'
import { createOrder, listMyPayments, refundMyPayment, verifyPayment } from '../../contract.ts'
import type { CheckoutDependencies } from '../dependencies.ts'
import type { OrderUpdate } from '../settling/decide-order.ts'
import { settleOrder } from '../settling/settle-order.ts'
import { orders, receipts, refunds } from '../tables.ts'
import { readAttachment } from './read-attachment.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  await register('29AAGCB7383J1Z4')
})
afterAll(() => server.close())

const price = 499_900

async function register(gstin: string | null): Promise<void> {
  const body = { legal_name: 'Academy', address: 'Bengaluru', state: '29', gstin, sac: '999293' }
  await server.as(await makeAdmin(server.db))(putTaxSettings, { body })
}

class Killed extends Error {}

async function settle(
  orderId: string,
  { kind, update, isKilled }: { kind: string; update: OrderUpdate; isKilled: boolean },
): Promise<void> {
  const deps = isKilled ? dying(server.checkout) : server.checkout
  try {
    await settleOrder(deps, orderId, { source: 'webhook', kind, update })
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

/** The process dies before what it did is committed. */
function dying(deps: CheckoutDependencies): CheckoutDependencies {
  const db: CheckoutDependencies['db'] = Object.create(deps.db)
  db.transaction = (run) =>
    deps.db.transaction(async (inside) => {
      await run(inside)
      throw new Killed()
    })
  return { ...deps, db }
}

/** What may be heard of a payment, in any order and any number of times. */
type Heard =
  | 'authorized'
  | 'captured'
  | 'failed'
  | 'refunded'
  | 'dispute lost'
  | 'refund requested'
  | 'nothing listed'
  | 'captured, in part given back'

function updateOf(heard: Heard, razorpayPaymentId: string, partInPaise = 0): OrderUpdate {
  if (heard === 'refund requested') return { kind: 'refund_requested', cause: 'requested' }
  if (heard === 'nothing listed') {
    return { kind: 'attempts_listed', attempts: [], isOrderAbandoned: true }
  }
  if (heard === 'dispute lost') {
    const dispute = { disputeId: `disp_${razorpayPaymentId}`, razorpayPaymentId, status: 'lost' }
    return {
      kind: 'dispute',
      dispute: { ...dispute, amountDeductedInPaise: price, respondBy: null },
    }
  }
  return {
    kind: 'payment',
    payment: {
      razorpayPaymentId,
      status: heard === 'captured, in part given back' ? 'captured' : heard,
      amountInPaise: price,
      currency: 'INR',
      amountRefundedInPaise: heard === 'refunded' ? price : partInPaise,
      method: 'upi',
      failure: null,
    },
  }
}

const step = fc.record({
  order: fc.nat(1),
  payment: fc.nat(1),
  heard: fc.constantFrom<Heard>(
    'authorized',
    'captured',
    'captured',
    'captured',
    'failed',
    'refunded',
    'dispute lost',
    'refund requested',
    'nothing listed',
    'captured, in part given back',
    'captured, in part given back',
    'captured, in part given back',
  ),
  partInPaise: fc.oneof(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 1, max: price - 1 }),
    fc.constantFrom(price - 2, price - 1),
  ),
  isKilled: fc.integer({ max: 2, min: 0 }).map((dice) => dice === 0),
})
/** Steps of one turn are taken at once. */
const story = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
})

const once = { order: 0, payment: 0, isKilled: false, partInPaise: 0 }
const part = { ...once, heard: 'captured, in part given back' as const }
/** Whatever is drawn beside it: paid, paid again, and given back. */
const refundedStory = [
  [{ ...once, heard: 'captured' as const, isKilled: true }],
  [
    { ...once, heard: 'captured' as const },
    { ...once, payment: 1, heard: 'captured' as const },
  ],
  [{ ...once, heard: 'refund requested' as const }],
  [{ ...once, heard: 'dispute lost' as const }],
]

/** Three parts, the second heard before the first and again; then the whole, or not. */
const partsStory = [
  [{ ...once, heard: 'captured' as const }],
  [
    { ...part, partInPaise: 200_003 },
    { ...part, partInPaise: 100_001 },
    { ...part, partInPaise: 200_003, isKilled: true },
  ],
  [
    { ...part, partInPaise: price - 1 },
    { ...part, partInPaise: 200_003 },
  ],
]

/** Two orders of one learner for one course, with two payments each. */
async function makeOrders(): Promise<string[]> {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  const ids = [newId(), newId()]
  await server.db.insert(orders).values(
    ids.map((id, index) => ({
      id,
      receipt: unique('receipt'),
      razorpayOrderId: unique('order'),
      learnerId: learner.id,
      courseId: course.id,
      courseTitle: course.title,
      amountInPaise: price,
      currency: 'INR',
      status: index === 0 ? ('pending' as const) : ('failed' as const),
    })),
  )
  return ids
}

test('every receipt has one invoice, every refund and part of an invoiced payment one credit note, without gaps, under kills', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (turns) => {
      const ids = await makeOrders()
      for (const turn of turns) {
        await Promise.all(
          turn.map(async ({ order, payment, heard, partInPaise, isKilled }) => {
            const orderId = ids[order] ?? ''
            const isPart = heard === 'captured, in part given back'
            const id = `pay_${orderId}_${payment}`
            const update = updateOf(heard, id, isPart ? partInPaise : 0)
            await settle(orderId, { kind: heard, update, isKilled })
          }),
        )
      }
      const parts = await tellHowItStands(ids, turns.flat())
      await expectTrueDocuments(ids, parts)
    }),
    {
      numRuns: runs(16),
      examples: [
        [refundedStory],
        [partsStory],
        [[...partsStory, [{ ...once, heard: 'refund requested' as const }]]],
        [[...partsStory, [{ ...once, heard: 'refunded' as const }]]],
      ],
    },
  )
  expect(await server.db.$count(taxDocuments)).toBeGreaterThan(1)
  await expectNoGaps()
})

type Step = (typeof partsStory)[number][number] | { heard: Heard }

/** As the reconciler hears it in the end: by payment, how much of it went back by hand. */
async function tellHowItStands(
  ids: readonly string[],
  steps: readonly (Step & typeof once)[],
): Promise<Map<string, number>> {
  const heard = 'captured, in part given back' as const
  const parts = new Map<string, number>()
  for (const step of steps) {
    if (step.heard !== heard) continue
    const orderId = ids[step.order] ?? ''
    const id = `pay_${orderId}_${step.payment}`
    const partInPaise = Math.max(parts.get(id) ?? 0, step.partInPaise)
    parts.set(id, partInPaise)
    await settle(orderId, {
      kind: heard,
      update: updateOf(heard, id, partInPaise),
      isKilled: false,
    })
  }
  return parts
}

async function expectTrueDocuments(ids: string[], parts: Map<string, number>): Promise<void> {
  const { db } = server
  const documents = await db.select().from(taxDocuments).where(inArray(taxDocuments.orderId, ids))
  const invoices = documents.filter(({ kind }) => kind === 'invoice')
  const numbered = await db.select().from(receipts).where(inArray(receipts.orderId, ids))
  expect(invoices.map(({ orderId }) => orderId).toSorted()).toEqual(
    numbered.map(({ orderId }) => orderId).toSorted(),
  )
  const invoiced = new Map(invoices.map((invoice) => [invoice.razorpayPaymentId, invoice]))
  const given = await db.select().from(refunds).where(inArray(refunds.orderId, ids))
  const expected = given.filter(({ razorpayPaymentId }) => invoiced.has(razorpayPaymentId))
  const notes = documents.filter(({ kind }) => kind === 'credit_note')
  const closing = notes.filter(({ refundId }) => refundId !== null)
  expect(closing.map(({ refundId }) => refundId ?? '').toSorted()).toEqual(
    expected.map(({ id }) => id).toSorted(),
  )
  for (const note of notes) {
    const invoice = invoiced.get(note.razorpayPaymentId)
    expect(note.invoiceNumber).toBe(invoice?.documentNumber)
  }
  for (const invoice of invoices) {
    const ofInvoice = notes.filter(({ invoiceId }) => invoiceId === invoice.id)
    const isWhole = ofInvoice.some(({ refundId }) => refundId !== null)
    const credited = sumsOf(ofInvoice)
    const inParts = [parts.get(invoice.razorpayPaymentId) ?? 0, ...credited.slice(1)]
    expect(credited).toEqual(isWhole ? sumsOf([invoice]) : inParts)
  }
  // What is left of the invoices is what completed orders keep.
  const kept = await db.select().from(orders).where(inArray(orders.id, ids))
  const sold = kept.filter(({ status }) => status === 'completed')
  expect(invoices.length - closing.length).toBe(sold.length)
}

function sumsOf(documents: readonly (typeof taxDocuments.$inferSelect)[]): number[] {
  const columns = ['amountInPaise', 'taxableInPaise', 'cgstInPaise', 'sgstInPaise'] as const
  return columns.map((column) => documents.reduce((sum, one) => sum + one[column], 0))
}

async function expectNoGaps(): Promise<void> {
  const all = await server.db
    .select()
    .from(taxDocuments)
    .orderBy(taxDocuments.series, taxDocuments.number)
  for (const kind of ['invoice', 'credit_note']) {
    const ofKind = all.filter((document) => document.kind === kind)
    expect(ofKind.length).toBeGreaterThan(0)
    expect(ofKind.map(({ number }) => number)).toEqual(ofKind.map((_, index) => index + 1))
    const times = ofKind.map(({ issuedAt }) => issuedAt.getTime())
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  }
}

/** `buy` goes on with the open order. */
async function buyIn(buyer_state: string, learner: Person, course: { id: string }) {
  await server.as(learner)(createOrder, { body: { course_id: course.id, buyer_state } })
  return buy(server, learner, course)
}

async function documentsOf(learnerId: string) {
  return server.db.select().from(taxDocuments).where(eq(taxDocuments.learnerId, learnerId))
}

test('an invoice holds what was true when it was issued, also when its person is erased, and the mail carries it', async () => {
  const learner = await makeLearner(server.db, { name: 'Usha Pillai' })
  const course = await makeCourse(server.db, { title: 'Films' })
  await buyIn('Kerala', learner, course)

  const [invoice] = await documentsOf(learner.id)
  expect(invoice).toMatchObject({
    kind: 'invoice',
    documentNumber: expect.stringMatching(/^INV\/\d{4}\/\d{5}$/),
    buyerName: 'Usha Pillai',
    buyerState: '32',
    sellerGstin: '29AAGCB7383J1Z4',
    igstInPaise: 76_256,
    lines: [{ title: 'Films', amountInPaise: price, taxableInPaise: 423_644 }],
  })
  const [mail] = await server.db
    .select()
    .from(mails)
    .where(eq(mails.attachment, `invoice:${invoice?.orderId}`))
  expect(mail?.text).toContain(invoice?.documentNumber)
  const printed = await readAttachment(server.checkout, `invoice:${invoice?.orderId}`)
  await server.db
    .update(users)
    .set({ name: 'Erased', email: `${learner.id}@erased.test` })
    .where(eq(users.id, learner.id))
  expect(await readAttachment(server.checkout, `invoice:${invoice?.orderId}`)).toEqual(printed)
  await expect(server.owner.db.update(taxDocuments).set({ buyerName: 'Somebody' })).rejects.toThrow(
    'Failed query',
  )
  await expect(
    server.owner.db.delete(orders).where(eq(orders.learnerId, learner.id)),
  ).rejects.toThrow('Failed query')
})

test('a discount stands on the invoice with its coupon, and not on the credit note', async () => {
  const learner = await makeLearner(server.db)
  const { code: coupon } = await makeCoupon(server.db, { amountOffInPaise: 99_900 })
  const body = { course_id: (await makeCourse(server.db)).id, coupon, buyer_state: 'Kerala' }
  const { order_id } = await server.as(learner)(createOrder, { body })
  await server.as(learner)(verifyPayment, { body: await pay(server, order_id) })
  const [invoice] = await documentsOf(learner.id)
  await server.as(learner)(refundMyPayment, { params: { payment_id: invoice!.orderId } })

  const [, note] = await documentsOf(learner.id)
  expect(invoice).toMatchObject({
    amountInPaise: 400_000,
    discountInPaise: 99_900,
    couponCode: coupon,
  })
  expect(note).toMatchObject({ amountInPaise: 400_000, discountInPaise: 0, couponCode: null })
})

test('an invoice and its credit note are read by their owner and administrators alone', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  await buyIn('Kerala', learner, course)
  const [invoice] = await documentsOf(learner.id)
  const read = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await server.fetch(`/api/${path}`, { headers })
    if (!answer.ok) return ((await answer.json()) as { code: string }).code
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[\w-]+\.pdf"$/,
    )
    return readPdf(Buffer.from(await answer.arrayBuffer())).title
  }
  const mine = `my-payments/${invoice?.orderId}`
  const admin = await makeAdmin(server.db)
  const stranger = await makeLearner(server.db)
  const title = `Tax invoice ${invoice?.documentNumber}`

  expect(await read(learner.token, `${mine}/invoice`)).toBe(title)
  expect(await read(admin.token, `admin/payments/${invoice?.orderId}/invoice`)).toBe(title)
  expect(await read(stranger.token, `${mine}/invoice`)).toBe('invoice_not_found')
  expect(await read(learner.token, `${mine}/credit-note`)).toBe('credit_note_not_found')

  await server.as(learner)(refundMyPayment, { params: { payment_id: invoice!.orderId } })
  expect(await read(learner.token, `${mine}/credit-note`)).toMatch(/^Credit note CN\//)
  expect(await read(stranger.token, `${mine}/credit-note`)).toBe('credit_note_not_found')
  const attached = await readAttachment(server.checkout, `credit_note:${invoice?.orderId}`)
  expect(attached.filename).toMatch(/^Credit-note-CN-\d{4}-\d{5}\.pdf$/)
  const receipt = await readAttachment(server.checkout, `receipt:${invoice?.orderId}`)
  expect(receipt.filename).toMatch(/^Receipt-/)
})

test('an invoice and its credit note are in English, whatever language they are fetched in', async () => {
  const learner = await makeLearner(server.db)
  await buyIn('Kerala', learner, await makeCourse(server.db))
  const [invoice] = await documentsOf(learner.id)
  await server.as(learner)(refundMyPayment, { params: { payment_id: invoice!.orderId } })
  const read = async (kind: string, language: string) => {
    const headers = { authorization: `Bearer ${learner.token}`, 'accept-language': language }
    const answer = await server.fetch(`/api/my-payments/${invoice?.orderId}/${kind}`, { headers })
    expect(answer.status).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }

  for (const kind of ['invoice', 'credit-note']) {
    expect((await read(kind, 'hi')).equals(await read(kind, 'en'))).toBe(true)
  }
})

test('of thirty people who pay at once each has a number of their own, and numbers rise with time', async () => {
  const ids = await Promise.all(Array.from({ length: 15 }, makeOrders))
  await Promise.all(
    ids.flat().map((orderId, index) => {
      const update = updateOf('captured', `pay_${orderId}`)
      return settle(orderId, { kind: 'captured', update, isKilled: index % 4 === 3 })
    }),
  )

  const documents = await server.db
    .select()
    .from(taxDocuments)
    .where(inArray(taxDocuments.orderId, ids.flat()))
  expect(documents).toHaveLength(15)
  await expectNoGaps()
})

test('an order that was opened before the academy registered is taxed where the academy is', async () => {
  await register(null)
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  await server.as(learner)(createOrder, { body: { course_id: course.id } })
  const [order] = await server.db.select().from(orders).where(eq(orders.learnerId, learner.id))
  await register('29AAGCB7383J1Z4')

  const update = updateOf('captured', unique('pay'))
  await settleOrder(server.checkout, order!.id, { source: 'webhook', kind: 'captured', update })

  const [invoice] = await documentsOf(learner.id)
  expect(invoice).toMatchObject({ buyerState: '29', cgstInPaise: 38_128, sgstInPaise: 38_128 })
})

test('the number of a receipt, an invoice or a credit note finds its order and its buyer, and no other', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  await buyIn('Kerala', learner, course)
  const staff = server.as(await makeAdmin(server.db))
  const ask = server.as(learner)
  const [bought] = await ask(listMyPayments, {})
  await ask(refundMyPayment, { params: { payment_id: bought!.id } })
  const [payment] = await ask(listMyPayments, {})
  const { id, receipt_number, invoice_number, credit_note_number } = payment!

  for (const number of [receipt_number, invoice_number, credit_note_number?.toLowerCase()]) {
    const query = { search: number! }
    const { payments } = await staff(pagePayments, { query })
    expect(payments.map((one) => one.id)).toEqual([id])
    const { learners } = await staff(listLearners, { query })
    expect(learners.map((one) => one.id)).toEqual([learner.id])
  }
  for (const search of [receipt_number!.slice(0, -1), `${invoice_number}9`]) {
    expect((await staff(pagePayments, { query: { search } })).payments).toEqual([])
    expect((await staff(listLearners, { query: { search } })).learners).toEqual([])
  }
})

test('without a GSTIN there is the receipt, and no other document', async () => {
  await register(null)
  const learner = await makeLearner(server.db)
  await buy(server, learner, await makeCourse(server.db))

  expect(await documentsOf(learner.id)).toEqual([])
  const { rows } = await server.db.execute<{ text: string }>(
    sql`select text from mails where recipient = ${learner.email} and attachment like 'receipt:%'`,
  )
  expect(rows[0]?.text).not.toMatch(/tax invoice|bill of supply/i)
  await register('29AAGCB7383J1Z4')
})

test('a receipt at the turn of the financial year is dated in the year of its series', async () => {
  await register(null)
  const [orderId = ''] = await makeOrders()
  const aYearAgo = new Date(Date.now() - 366 * 86_400_000)

  // The academy reads its clock before midnight, and the database its own after it.
  vi.useFakeTimers({ toFake: ['Date'], now: aYearAgo })
  try {
    const update = updateOf('captured', unique('pay'))
    await settle(orderId, { kind: 'captured', update, isKilled: false })
  } finally {
    vi.useRealTimers()
  }

  const [receipt] = await server.db.select().from(receipts).where(eq(receipts.orderId, orderId))
  const year = financialYearOf(aYearAgo)
  expect(receipt?.series).toMatch(new RegExp(`/${year}$`))
  expect(financialYearOf(receipt!.issuedAt)).toBe(year)
  await register('29AAGCB7383J1Z4')
})
