import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  type Person,
  unique,
} from '../../../../../tests/support/factories.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { dayInIndia } from '../../../../shared/india-time.ts'
import { settleOrder } from '../../../checkout/server/settling/settle-order.ts'
import { orders } from '../../../checkout/server/tables.ts'
import { exportGstr1, putTaxSettings } from '../../contract.ts'
import { checkCharacterOf } from '../gstin.ts'
import { indianStates } from '../indian-states.ts'
import { orderTax, taxDocuments } from '../tables.ts'

const ourGstin = '29AAGCB7383J1Z4'
let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await makeAdmin(server.db)
  const registration = { state: '29', gstin: ourGstin, sac: '999293' }
  const body = { ...registration, legal_name: 'Academy', address: 'Here' }
  await server.as(admin)(putTaxSettings, { body })
})
afterAll(() => server.close())

type Row = Record<string, string>

async function download(table: string, days?: { from: string; to: string }): Promise<Row[]> {
  const { from, to } = days ?? { from: dayAfter(-1), to: dayAfter(1) }
  const answer = await server.fetch(`/api/admin/exports/gstr1-${table}.csv?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.headers.get('content-disposition')).toContain(`gstr1-${table}-${from}`)
  return parse(await answer.text(), { columns: true, bom: true })
}

function dayAfter(days: number): string {
  return dayInIndia(new Date(Date.now() + days * 24 * 3_600_000))
}

const columns = ['Taxable Value', 'Integrated Tax', 'Central Tax', 'State/UT Tax'] as const

/** In paise: taxable value, then the taxes. */
function sumOf(rows: Row[]): number[] {
  return columns.map((column) => rows.reduce((sum, row) => sum + paise(row[column]), 0))
}

function paise(rupees: string | undefined): number {
  if (rupees === undefined || !/^-?\d+\.\d\d$/.test(rupees)) throw new Error(`not money: ${rupees}`)
  return Number(rupees.replace('.', ''))
}

const minus = (one: number[], other: number[]): number[] =>
  one.map((value, index) => value - (other[index] ?? 0))
const plus = (...all: number[][]): number[] =>
  columns.map((_, index) => all.reduce((sum, each) => sum + (each[index] ?? 0), 0))
const total = (all: number[]): number => all.reduce((sum, value) => sum + value, 0)

const state = fc.constantFrom(...indianStates.map(({ code }) => code))
const gstinOf = (code: string, pan: string): string =>
  `${code}${pan}${checkCharacterOf(`${code}${pan}`)}`
const order: fc.Arbitrary<Sale> = fc.record({
  state: fc.oneof(fc.constant('29'), fc.constant('27'), state),
  pan: fc.option(fc.constantFrom('AAGCB7383J1Z', 'AAPFU0939F1Z')),
  // Around the lakh, small and odd.
  amountInPaise: fc.oneof(
    fc.integer({ min: 100, max: 100_000 }),
    fc.constantFrom(1_00_000_00, 1_00_000_01, 499_900),
    fc.integer({ min: 1_00_000_00, max: 9_00_000_00 }),
  ),
  // Given back by hand, of a thousand.
  parts: fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 3 }),
  isRefunded: fc.boolean(),
})

interface Sale {
  state: string
  /** Of registered buyers. */
  pan: string | null
  amountInPaise: number
  parts: number[]
  isRefunded: boolean
}

/** Resolves to what the academy keeps, in paise. */
async function sell(
  { state: buyerState, pan, amountInPaise, parts, isRefunded }: Sale,
  buyer: { learner: Person; courseId: string },
): Promise<number> {
  const id = newId()
  const razorpayPaymentId = unique('pay')
  await server.db.insert(orders).values({
    id,
    receipt: unique('receipt'),
    razorpayOrderId: unique('order'),
    learnerId: buyer.learner.id,
    courseId: buyer.courseId,
    courseTitle: '=HYPERLINK("x")',
    amountInPaise,
    currency: 'INR',
    status: 'failed',
  })
  const buyerGstin = pan === null ? null : gstinOf(buyerState, pan)
  await server.db.insert(orderTax).values({ orderId: id, buyerState, buyerGstin })
  const payment = {
    razorpayPaymentId,
    status: 'captured' as const,
    amountInPaise,
    currency: 'INR',
    amountRefundedInPaise: 0,
    method: 'upi',
    failure: null,
  }
  const source = 'webhook' as const
  await settleOrder(server.checkout, id, {
    source,
    kind: 'captured',
    update: { kind: 'payment', payment },
  })
  const given = parts.map((part) => Math.floor((amountInPaise * part) / 1000))
  for (const amountRefundedInPaise of given) {
    await settleOrder(server.checkout, id, {
      source,
      kind: 'poll',
      update: { kind: 'payment', payment: { ...payment, amountRefundedInPaise } },
    })
  }
  if (!isRefunded) return amountInPaise - Math.max(0, ...given)
  await settleOrder(server.checkout, id, {
    source,
    kind: 'refund',
    update: { kind: 'refund_requested', cause: 'requested' },
  })
  return 0
}

test('the exports, the documents and the orders less refunds are one sum, to the paisa', async () => {
  let keptInPaise = 0
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 8 }), async (sales) => {
      for (const sale of sales) {
        const learner = await makeLearner(server.db, { name: '+Usha, "U"\n' })
        const { id: courseId } = await makeCourse(server.db)
        keptInPaise += await sell(sale, { learner, courseId })
      }
      await expectOneSum(keptInPaise)
    }),
    { numRuns: 12 },
  )
  expect(await server.db.$count(taxDocuments)).toBeGreaterThan(0)
})

async function expectOneSum(keptInPaise: number): Promise<void> {
  const [b2b, b2cl, b2cs, cdnrOnly, cdnur, hsn, toBusiness, toOthers, docs] = await Promise.all(
    ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn', 'hsn-b2b', 'hsn-b2c', 'docs'].map((table) =>
      download(table),
    ),
  )
  if (!b2b || !b2cl || !b2cs || !cdnrOnly || !cdnur || !hsn || !docs || !toBusiness || !toOthers)
    throw new Error('nine were asked for')
  const cdnr = [...cdnrOnly, ...cdnur]
  expect(cdnrOnly.every((row) => row['GSTIN/UIN of Recipient'])).toBe(true)
  expect(cdnur.every((row) => row['UR Type'] === 'B2CL')).toBe(true)
  const sheets = [...toBusiness, ...toOthers].map((row) => paise(row['Total Value']))
  expect(total(sheets)).toBe(total(hsn.map((row) => paise(row['Total Value']))))
  expect(toBusiness.map((row) => row['HSN'])).toEqual(
    hsn.filter((row) => row['Supplies'] === 'B2B').map((row) => row['HSN']),
  )
  const exported = minus(plus(sumOf(b2b), sumOf(b2cl), sumOf(b2cs)), sumOf(cdnr))
  expect(sumOf(hsn)).toEqual(exported)

  const documents = await server.db.select().from(taxDocuments)
  const ofDocuments = documents.map((one) =>
    [one.taxableInPaise, one.igstInPaise, one.cgstInPaise, one.sgstInPaise].map((value) =>
      one.kind === 'invoice' ? value : -value,
    ),
  )
  expect(plus(...ofDocuments)).toEqual(exported)

  expect(total(exported)).toBe(keptInPaise)
  // A note stands where its invoice stands, however small the part.
  const invoices = new Set([...b2b, ...b2cl].map((row) => row['Invoice Number']))
  const credited = documents.filter(({ invoiceNumber }) => invoices.has(invoiceNumber ?? undefined))
  expect(cdnr.map((row) => row['Note Number'] ?? '').toSorted()).toEqual(
    credited.map((one) => one.documentNumber).toSorted(),
  )
  expect(b2cl.every((row) => paise(row['Invoice Value']) > 1_00_000_00)).toBe(true)
  // The tool's sheet has this column before the rate in b2b alone.
  for (const [at, rows] of [
    [8, b2cl],
    [6, b2cs],
    [9, b2b],
  ] as const) {
    for (const row of rows) expect(Object.keys(row)[at]).toBe('E-Commerce GSTIN')
  }
  expect(docs.reduce((sum, row) => sum + Number(row['Total Number']), 0)).toBe(documents.length)
  const listed = [...b2b, ...b2cl].map((row) => row['Invoice Number'])
  expect(new Set(listed).size).toBe(listed.length)

  const month = wholeMonth()
  const gstr1 = await server.as(admin)(exportGstr1, { query: { ...month, gstin: ourGstin } })
  expect(sumOfJson(gstr1)).toEqual(exported)
  expect(numbersIn(gstr1).toSorted()).toEqual(
    [...listed, ...cdnr.map((row) => row['Note Number'])].map((one) => one ?? '').toSorted(),
  )
}

type Gstr1 = ResponseOf<typeof exportGstr1>
type Taxes = NonNullable<Gstr1['b2cl']>[number]['inv'][number]['itms'][number]['itm_det']

/** Of invoices less notes, in paise: taxable value, then the taxes; table 12 must say the same. */
function sumOfJson({
  b2b = [],
  b2cl = [],
  b2cs = [],
  cdnr = [],
  cdnur = [],
  hsn,
}: Gstr1): number[] {
  const invoices = [...b2b, ...b2cl].flatMap(({ inv }) => inv)
  const notes = [...cdnr.flatMap(({ nt }) => nt), ...cdnur]
  const detailsOf = (all: { itms: { itm_det: Taxes }[] }[]) =>
    all.flatMap(({ itms }) => itms.map(({ itm_det }) => itm_det))
  const sum = (all: Taxes[]) =>
    (['txval', 'iamt', 'camt', 'samt'] as const).map((name) =>
      all.reduce((sum, one) => sum + Math.round((one[name] ?? 0) * 100), 0),
    )
  const all = minus(sum([...detailsOf(invoices), ...b2cs]), sum(detailsOf(notes)))
  expect(sum([...(hsn?.hsn_b2b ?? []), ...(hsn?.hsn_b2c ?? [])])).toEqual(all)
  return all
}

function numbersIn({ b2b = [], b2cl = [], cdnr = [], cdnur = [] }: Gstr1): string[] {
  const invoices = [...b2b, ...b2cl].flatMap(({ inv }) => inv.map(({ inum }) => inum))
  return [...invoices, ...[...cdnr.flatMap(({ nt }) => nt), ...cdnur].map(({ nt_num }) => nt_num)]
}

/** In India; at its midnight the documents of this test may be of two. */
function wholeMonth(): { from: string; to: string } {
  const [year = 0, month = 0] = dayAfter(0).split('-').map(Number)
  const day = (date: number) => new Date(date).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) }
}

test('the file for the government’s tool has no empty table, and tells the month', async () => {
  const query = { from: '2019-04-01', to: '2019-06-30', gstin: ourGstin }

  expect(await server.as(admin)(exportGstr1, { query })).toEqual({
    gstin: ourGstin,
    fp: '062019',
    version: 'GST3.2.4',
    hash: 'hash',
  })
  await expect(
    server.as(admin)(exportGstr1, { query: { ...query, from: '2019-05-01' } }),
  ).rejects.toMatchObject({ status: 400, errors: [{ path: 'to' }] })
})

test('of an academy that moved and moved back, no row of table 13 counts the numbers of the other GSTIN', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  await server.db.execute(sql`
    with made as (
      insert into orders (id, receipt, learner_id, course_id, course_title, amount_in_paise, currency, status)
      select gen_random_uuid(), 'moved_' || i, ${learner.id}, ${course.id}, 'Many', 11800, 'INR', 'failed'
        from generate_series(1, 7) as i returning id, receipt, substr(receipt, 7)::int as number
    ), series as (
      insert into tax_series values ('INV/2324', 7) returning series
    )
    insert into tax_documents (id, kind, series, number, document_number, issued_at, order_id, learner_id,
      razorpay_payment_id, seller_legal_name, seller_address, seller_state, seller_gstin, sac, buyer_name,
      buyer_email, buyer_state, lines, rate_in_percent, amount_in_paise, taxable_in_paise,
      cgst_in_paise, sgst_in_paise, igst_in_paise)
    select gen_random_uuid(), 'invoice', 'INV/2324', number, 'INV/2324/0000' || number,
      timestamptz '2023-05-01 12:00:00+05:30', id, ${learner.id}, receipt, 'A', 'B',
      case when number in (4, 5) then '27' else '29' end,
      case when number in (4, 5) then '27AAPFU0939F1ZV' else ${ourGstin} end,
      '999293', 'C', 'c@d.test', '33', '[]', 18, 11800, 10000, 0, 0, 1800
      from made, series`)

  const rows = await download('docs', { from: '2023-05-01', to: '2023-05-31' })
  const told = rows.map((row) =>
    ['Sr. No. From', 'Sr. No. To', 'Total Number', 'Supplier GSTIN'].map((name) => row[name]),
  )
  expect(told).toEqual([
    ['INV/2324/00001', 'INV/2324/00003', '3', ourGstin],
    ['INV/2324/00004', 'INV/2324/00005', '2', '27AAPFU0939F1ZV'],
    ['INV/2324/00006', 'INV/2324/00007', '2', ourGstin],
  ])
  const query = { from: '2023-05-01', to: '2023-05-31', gstin: '27AAPFU0939F1ZV' }
  const gstr1 = await server.as(admin)(exportGstr1, { query })
  expect(gstr1.doc_issue?.doc_det[0]?.docs).toEqual([
    { num: 1, from: 'INV/2324/00004', to: 'INV/2324/00005', totnum: 2, cancel: 0, net_issue: 2 },
  ])
  expect(gstr1.b2cs).toEqual([
    { sply_ty: 'INTER', typ: 'OE', pos: '33', rt: 18, txval: 200, iamt: 36, csamt: 0 },
  ])
})

test('a name that is a formula stays text, an amount below zero stays a number', async () => {
  const learner = await makeLearner(server.db, { name: '=1+1' })
  const courseId = (await makeCourse(server.db)).id
  const sale = {
    state: '27',
    pan: 'AAPFU0939F1Z',
    amountInPaise: 499_900,
    parts: [],
    isRefunded: true,
  }
  await sell(sale, { learner, courseId })

  const rows = await download('b2b')
  expect(rows.at(-1)).toMatchObject({
    'GSTIN/UIN of Recipient': '27AAPFU0939F1ZV',
    'Receiver Name': "'=1+1",
    'Place Of Supply': '27-Maharashtra',
    'Invoice Value': '4999.00',
    'Taxable Value': '4236.44',
    'Integrated Tax': '762.56',
  })
})

test('a period is of days in India, and of 2,500 invoices of one moment none is lost or doubled', async () => {
  const learner = await makeLearner(server.db)
  const course = await makeCourse(server.db)
  // The last moment of 31 March in India, and the first of 1 April.
  await server.db.execute(sql`
    with made as (
      insert into orders (id, receipt, learner_id, course_id, course_title, amount_in_paise, currency, status)
      select gen_random_uuid(), 'many_' || i, ${learner.id}, ${course.id}, 'Many', 11800, 'INR', 'failed'
        from generate_series(1, 2500) as i returning id, receipt
    ), series as (
      insert into tax_series values ('INV/2425', 2500) returning series
    )
    insert into tax_documents (id, kind, series, number, document_number, issued_at, order_id, learner_id,
      razorpay_payment_id, seller_legal_name, seller_address, seller_state, seller_gstin, sac, buyer_name,
      buyer_email, buyer_gstin, buyer_state, lines, rate_in_percent, amount_in_paise, taxable_in_paise,
      cgst_in_paise, sgst_in_paise, igst_in_paise)
    select gen_random_uuid(), 'invoice', 'INV/2425', substr(receipt, 6)::int, 'INV/2425/' || substr(receipt, 6),
      case receipt when 'many_2500' then timestamptz '2025-04-01 00:00:00+05:30'
        else timestamptz '2025-03-31 23:59:59.999+05:30' end, id, ${learner.id}, receipt, 'A', 'B', '29',
      '29AAGCB7383J1Z4', '999293', 'C', 'c@d.test', '27AAPFU0939F1ZV', '27', '[]', 18, 11800, 10000, 0, 0, 1800
      from made, series`)

  const march = await download('b2b', { from: '2025-03-31', to: '2025-03-31' })
  const april = await download('b2b', { from: '2025-04-01', to: '2025-04-01' })

  expect(new Set(march.map((row) => row['Invoice Number'])).size).toBe(2499)
  expect(march).toHaveLength(2499)
  expect(march[0]?.['Invoice date']).toBe('31-Mar-2025')
  expect(april.map((row) => row['Invoice Number'])).toEqual(['INV/2425/2500'])
  const [docs] = await download('docs', { from: '2025-03-01', to: '2025-04-30' })
  expect(docs).toMatchObject({ 'Sr. No. From': 'INV/2425/00001', 'Sr. No. To': 'INV/2425/02500' })
})

test('a day that is none, and an end before the beginning, are refused at their field', async () => {
  for (const [query, path] of [
    ['from=2026-02-30&to=2026-03-01', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
  ]) {
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await server.fetch(`/api/admin/exports/gstr1-hsn.csv?${query}`, { headers })
    expect(answer.status).toBe(400)
    const { errors } = (await answer.json()) as { errors: { path: string }[] }
    expect(errors[0]?.path).toContain(path)
  }
})
