import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buy } from '../../../../tests/support/buy.ts'
import { makeAdmin, makeCourse, makeLearner } from '../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { orders } from '../../checkout/server/tables.ts'
import * as finance from '../contract.ts'
import { exportOrders } from './export-orders.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())
const admin = await makeAdmin(db)
const authorization = `Bearer ${admin.token}`

async function readRows(from: string, to: string): Promise<Record<string, string>[]> {
  const answer = await server.fetch(`/api/admin/exports/orders.csv?from=${from}&to=${to}`, {
    headers: { authorization },
  })
  return parse(await answer.text(), { bom: true, columns: true })
}

/** One statement takes only so long on a busy machine. */
const filledAtOnce = 10_000

/** So many failed orders of 2021, seven a second, all of one learner. */
async function fillOrders(count: number): Promise<void> {
  const learner = await makeLearner(db)
  const course = await makeCourse(db)
  await server.owner.db.execute(sql`alter table orders disable trigger user`) // no figures of them are asked for
  for (let from = 1; from <= count; from += filledAtOnce) {
    await db.execute(sql`
    insert into orders (id, receipt, razorpay_order_id, learner_id, course_id, course_title,
           amount_in_paise, currency, status, created_at)
    select gen_random_uuid(), 'filled-' || n, 'order_filled-' || n, ${learner.id}::uuid,
           ${course.id}, 'Course', 499900, 'INR', 'failed',
           '2021-01-02'::timestamptz + n / 7 * interval '1 second'
      from generate_series(${from}::integer, ${from + filledAtOnce - 1}::integer) n`)
  }
  await server.owner.db.execute(sql`alter table orders enable trigger user`)
  await server.owner.db.execute(sql`analyze orders`)
}

describe('the file of all orders', () => {
  test('has a row for each order of the days asked for, by the days of India', async () => {
    const learner = await makeLearner(db, { name: '=cmd|" /C calc"!A0, Meera' })
    const course = await makeCourse(db, { title: '+Reels, “quoted” "twice"' })
    const paid = await buy(server, learner, course)
    const at = (instant: string) =>
      db
        .update(orders)
        .set({ createdAt: new Date(instant), completedAt: new Date(instant) })
        .where(eq(orders.razorpayPaymentId, paid.razorpay_payment_id))

    await at('2024-03-31T18:29:59.999Z') // 23:59 in India
    expect(await readRows('2024-04-01', '2024-04-30')).toEqual([])
    const ofAllDays = await server.fetch('/api/admin/exports/orders.csv', {
      headers: { authorization },
    })
    expect(await ofAllDays.text()).toContain(paid.razorpay_payment_id)
    expect(await readRows('2024-03-01', '2024-03-31')).toMatchObject([
      {
        'Created (IST)': '2024-03-31 23:59:59',
        Status: 'completed',
        Buyer: `'${learner.name}`,
        'E-mail': learner.email,
        Course: `'${course.title}`,
        'Amount (rupees)': '4999.00',
        'Razorpay payment': paid.razorpay_payment_id,
        Settlement: '',
      },
    ])
    await at('2024-03-31T18:30:00Z')
    expect(await readRows('2024-04-01', '2024-04-01')).toHaveLength(1)
    expect(await readRows('2024-03-01', '2024-03-31')).toEqual([])
  })

  test.each([
    ['2026-02-30', '2026-03-01', 'from'],
    ['2026-03-02', '2026-03-01', 'to'],
    ['0001-01-01', '2026-03-01', 'from'],
  ])('from %s to %s is refused at its field', async (from, to, path) => {
    await expect(
      server.as(admin)(finance.exportOrders, { query: { from, to } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ path }] })
  })

  describe('of a hundred thousand orders', () => {
    beforeAll(() => fillOrders(100_000))

    test('has each once, and is never in memory as a whole', async () => {
      const { bytes, rows, isInOrder, heldAtMost } = await measureDownload()

      expect(rows).toBe(100_000)
      expect(isInOrder).toBe(true) // so that none is there twice
      expect(bytes).toBeGreaterThan(12_000_000)
      expect(heldAtMost).toBeLessThan(bytes / 2)
    })

    test('is read from the database no faster than it is taken', async () => {
      let statements = 0
      const counting = new Proxy(db, {
        get: (target, name, receiver) => {
          if (name === 'select') statements += 1
          return Reflect.get(target, name, receiver) as unknown
        },
      })
      const pieces = exportOrders(counting, days)

      for (let taken = 0; taken < 2; taken += 1) await pieces.next()
      await new Promise((resolve) => setTimeout(resolve, 50))

      // Each batch is a select with two others inside.
      expect(statements).toBe(6)
      await pieces.return(undefined)
    })
  })
})

const days = { from: '2021-01-01', to: '2021-12-31' }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Reads a file as it comes, and how many bytes more than before server and reader held, at most. */
async function measureDownload() {
  const before = measureMemory()
  const answer = await fetch(
    `${server.baseUrl}/api/admin/exports/orders.csv?from=${days.from}&to=${days.to}`,
    { headers: { authorization } },
  )
  let [bytes, rows, heldAtMost, pieces] = [0, -1, 0, 0]
  let [rest, last, isInOrder] = ['', '', true]
  for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
    bytes += piece.length
    const lines = `${rest}${piece}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      rows += 1
      const [id = '', createdAt = ''] = line.split(',', 2)
      const place = `${createdAt} ${id}`
      if (rows > 1 && place <= last) isInOrder = false
      last = place
    }
    pieces += 1
    if (pieces % 30 !== 0) continue
    heldAtMost = Math.max(heldAtMost, measureMemory() - before)
  }
  return { bytes, rows, isInOrder, heldAtMost }
}

function measureMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
