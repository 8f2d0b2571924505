import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dispute, Payment } from '../sandbox/entities.ts'
import { getRevenue } from '../src/domains/analytics/contract.ts'
import { aggregateChanges } from '../src/domains/analytics/server/figures/aggregate-changes.ts'
import { recountDay } from '../src/domains/analytics/server/figures/recount-day.ts'
import { refundMyPayment } from '../src/domains/checkout/contract.ts'
import { reconcileDisputes } from '../src/domains/checkout/server/settling/reconcile-disputes.ts'
import { reconcileOrders } from '../src/domains/checkout/server/settling/reconcile-orders.ts'
import { income } from '../src/domains/checkout/server/tables.ts'
import { getMonth } from '../src/domains/finance/contract.ts'
import { putMyTaxDetails, putTaxSettings } from '../src/domains/tax/contract.ts'
import { taxDocuments } from '../src/domains/tax/server/tables.ts'
import { addDays, dayInIndia } from '../src/shared/india-time.ts'
import { buy, postSandbox } from './support/buy.ts'
import { makeAdmin, makeCourse, makeLearner, type Person } from './support/factories.ts'
import { startTestServer, type TestServer } from './support/start-test-server.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ razorpay: true })
  admin = await makeAdmin(server.db)
  const registration = { state: '29', gstin: '29AAGCB7383J1Z4', sac: '999293' }
  const body = { ...registration, legal_name: 'Academy', address: 'Here' }
  await server.as(admin)(putTaxSettings, { body })
})
afterAll(() => server.close())

const price = 499_900
const webhook = fc.constantFrom('now' as const, 'never' as const, 'twice' as const, 'late' as const)
const amount = fc.constantFrom(30_000, 99_900, 250_000, price)

/** What people and banks do with a payment; what the provider refuses, or a rule, does not happen. */
const deed = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('part by hand' as const), amount, webhook }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bank takes' as const), amount, webhook }) },
  fc.record({ do: fc.constant('refund by us' as const) }),
  fc.record({ do: fc.constant('dispute' as const), amount, webhook }),
  fc.record({ do: fc.constantFrom('won' as const, 'lost' as const, 'closed' as const), webhook }),
  fc.record({ do: fc.constant('reconcile' as const) }),
  fc.record({ do: fc.constant('midnight' as const) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

interface Sale {
  learner: Person
  razorpayPaymentId: string
}

async function sell(courseId: string, state: string): Promise<Sale> {
  const learner = await makeLearner(server.db)
  await server.as(learner)(putMyTaxDetails, { body: { state } })
  const paid = await buy(server, learner, { id: courseId })
  return { learner, razorpayPaymentId: paid.razorpay_payment_id }
}

async function act(step: Deed, { learner, razorpayPaymentId }: Sale): Promise<unknown> {
  const ask = (what: 'refund' | 'dispute', body: object) =>
    postSandbox(server, `payments/${razorpayPaymentId}/${what}`, body).catch(() => undefined)
  switch (step.do) {
    case 'part by hand':
      return ask('refund', { amount: step.amount, webhook: step.webhook, outcome: 'processed' })
    case 'bank takes':
      await ask('dispute', { amount: step.amount, webhook: step.webhook })
      return ask('dispute', { phase: 'lost', webhook: step.webhook })
    case 'dispute':
      return ask('dispute', { amount: step.amount, webhook: step.webhook })
    case 'won':
    case 'lost':
    case 'closed':
      return ask('dispute', { phase: step.do, webhook: step.webhook })
    case 'refund by us': {
      const { rows } = await server.db.execute<{ id: string }>(
        sql`select id from orders where razorpay_payment_id = ${razorpayPaymentId}`,
      )
      const params = { payment_id: rows[0]?.id ?? '' }
      return server
        .as(learner)(refundMyPayment, { params })
        .catch(() => undefined)
    }
    case 'reconcile':
      return hearAll()
    case 'midnight':
      return passMidnight()
  }
}

/** What was heard so far is of the day before. */
async function passMidnight(): Promise<void> {
  // Orders first, as whoever settles one has it: webhooks may still be under way.
  await server.owner.db.execute(sql`
    lock table orders in exclusive mode;
    alter table tax_documents disable trigger tax_documents_append_only;
    update tax_documents set issued_at = issued_at - interval '1 day';
    alter table tax_documents enable trigger tax_documents_append_only;
    update orders set completed_at = completed_at - interval '1 day' where completed_at is not null;
    update order_returns set returned_at = returned_at - interval '1 day'`)
}

async function hearAll(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await server.db.execute(sql`
      update orders set next_check_at = clock_timestamp() where razorpay_payment_id is not null;
      update refunds set next_attempt_at = clock_timestamp() where next_attempt_at is not null`)
    await reconcileOrders(server.checkout)
    await reconcileDisputes(server.checkout)
  }
}

async function list<Item>(what: string): Promise<Item[]> {
  const answer = await fetch(`${server.razorpayUrl}/sandbox/${what}`)
  return answer.json() as Promise<Item[]>
}

/** What the provider says that the academy has of a payment, in paise; a bank may take what was given before. */
async function readBooks(): Promise<Map<string, number>> {
  const [payments, disputes] = [await list<Payment>('payments'), await list<Dispute>('disputes')]
  const lost = (id: string) =>
    disputes.reduce((sum, one) => sum + (one.payment_id === id ? one.amount_deducted : 0), 0)
  const kept = payments.map((one): [string, number] => [
    one.id,
    Math.max(0, one.amount - one.amount_refunded - lost(one.id)),
  ])
  return new Map(kept)
}

async function download(name: string, from: string, to: string): Promise<Record<string, string>[]> {
  const answer = await server.fetch(`/api/admin/exports/${name}.csv?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return parse(await answer.text(), { bom: true, columns: true })
}

function paise(rupees: string | number | undefined): number {
  return Math.round(Number(rupees) * 100)
}

function sumBy<Row>(rows: Row[], key: (row: Row) => string, value: (row: Row) => number) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + value(row))
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0))
}

/** What each day brought less what went back on it, as the figures, the documents and the return tell it. */
async function readDays() {
  await aggregateChanges(server.db)
  const today = dayInIndia(new Date())
  const from = addDays(today, -60)
  const truth = await server.db.select().from(income)
  const { rows } = await server.as(admin)(getRevenue, { query: { from, to: today } })
  const documents = await server.db.select().from(taxDocuments)
  const days = [...new Set(truth.map(({ day }) => day))].toSorted()
  const returned = await Promise.all(days.map((day) => download('gstr1-hsn', day, day)))
  const kept = truth.map((row) => ({
    ...row,
    paise: row.paidInPaise - row.refundedInPaise - row.lostInPaise,
  }))
  return {
    kept,
    byDay: {
      income: sumBy(
        kept,
        ({ day }) => day,
        ({ paise }) => paise,
      ),
      insight: sumBy(
        rows,
        ({ from }) => from,
        (row) => paise(row.money_in) - paise(row.refunded),
      ),
      documents: sumBy(
        documents,
        ({ issuedAt }) => dayInIndia(issuedAt),
        ({ kind, amountInPaise }) => (kind === 'invoice' ? amountInPaise : -amountInPaise),
      ),
      gstr1: sumBy(
        returned.map((rows, index) => ({ day: days[index] ?? '', rows })),
        ({ day }) => day,
        ({ rows }) => rows.reduce((sum, row) => sum + paise(row['Total Value']), 0),
      ),
    },
    byMonth: {
      income: sumBy(
        kept,
        ({ day }) => day.slice(0, 7),
        ({ paise }) => paise,
      ),
      ...(await readMonths([...new Set(days.map((day) => day.slice(0, 7)))])),
    },
    orders: await download('orders', from, today),
  }
}

/** The same by months, as the money desk, the tax owed and the sales register tell it. */
async function readMonths(months: string[]) {
  const told = await Promise.all(
    months.map(async (month) => {
      const page = await server.as(admin)(getMonth, { query: { month } })
      return { month, page, register: await download('sales-register', page.from, page.to) }
    }),
  )
  return {
    desk: sumBy(
      told,
      ({ month }) => month,
      ({ page: { sold, refunded, lost } }) =>
        paise(sold.amount) - paise(refunded.amount) - paise(lost.amount),
    ),
    tax: sumBy(
      told,
      ({ month }) => month,
      ({ page: { tax } }) =>
        tax.reduce((sum, one) => sum + paise(one.taxable + one.igst + one.cgst + one.sgst), 0),
    ),
    register: sumBy(
      told,
      ({ month }) => month,
      ({ register }) => register.reduce((sum, row) => sum + paise(row['Total']), 0),
    ),
  }
}

test('whatever goes back however, every file, figure and document tells what the provider kept for us', async () => {
  const { id: courseId } = await makeCourse(server.db)
  const story = fc.array(fc.tuple(fc.nat({ max: 2 }), deed), { minLength: 4, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const mine: Sale[] = []
      for (let count = 0; count < 3; count += 1) {
        mine.push(await sell(courseId, count === 0 ? '29' : '27'))
      }
      for (const [whose, step] of steps) await act(step, mine[whose] ?? mine[0]!)
      await hearAll()

      const books = await readBooks()
      const { byDay, byMonth, orders, kept } = await readDays()
      const listed = sumBy(
        orders,
        (row) => row['Razorpay payment'] ?? '',
        (row) => paise(row['Kept (rupees)']),
      )
      const inBooks = sumBy(
        [...books],
        ([id]) => id,
        ([, kept]) => kept,
      )
      expect(listed).toEqual(inBooks)
      for (const row of orders) {
        const parts = ['Refunded (rupees)', 'Lost in disputes (rupees)', 'Kept (rupees)']
        const sum = parts.reduce((all, part) => all + paise(row[part]), 0)
        expect(sum).toBe(paise(row['Amount (rupees)']))
      }
      expect(kept.reduce((sum, row) => sum + row.paise, 0)).toBe(
        Object.values(inBooks).reduce((sum, paise) => sum + paise, 0),
      )
      expect(byDay.insight).toEqual(byDay.income)
      expect(byDay.documents).toEqual(byDay.income)
      expect(byDay.gstr1).toEqual(byDay.income)
      expect(byMonth.desk).toEqual(byMonth.income)
      expect(byMonth.tax).toEqual(byMonth.income)
      expect(byMonth.register).toEqual(byMonth.income)
    }),
    { numRuns: 6 },
  )
  const days = (await readDays()).byDay
  for (const day of Object.keys(days.income)) await recountDay(server.db, day)
  expect((await readDays()).byDay).toEqual(days)
})

test('a document that got its number after midnight takes its sale and its refund to that day', async () => {
  const { id } = await makeCourse(server.db)
  await server.owner.db.execute(sql`
    create function issue_tomorrow() returns trigger language plpgsql as $$
    begin
      new.issued_at := new.issued_at + interval '1 day';
      return new;
    end $$;
    create trigger tax_documents_tomorrow before insert on tax_documents
      for each row execute function issue_tomorrow()`)

  const { razorpayPaymentId } = await sell(id, '29')
  await postSandbox(server, `payments/${razorpayPaymentId}/refund`, { webhook: 'never' })
  await hearAll()
  await server.owner.db.execute(sql`drop trigger tax_documents_tomorrow on tax_documents`)

  const { rows } = await server.db.execute<{ day: string }>(sql`
    select day::text from income join orders on orders.id = order_id
     where razorpay_payment_id = ${razorpayPaymentId}`)
  const tomorrow = addDays(dayInIndia(new Date()), 1)
  expect(rows.map(({ day }) => day)).toEqual([tomorrow, tomorrow])
})
