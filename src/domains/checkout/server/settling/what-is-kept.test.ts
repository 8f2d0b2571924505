import { and, eq, isNull, like, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  unique,
} from '../../../../../tests/support/factories.ts'
import { runs } from '../../../../../tests/support/runs.ts'
import { startTestServer, type TestServer } from '../../../../../tests/support/start-test-server.ts'
import { mails } from '../../../../integrations/mail/tables.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { runInLanguage } from '../../../../platform/languages/run-in-language.ts'
import { ownsAll } from '../../../access/server/check-access.ts'
import { putTaxSettings } from '../../../tax/contract.ts'
import { taxDocuments } from '../../../tax/server/tables.ts'

import { listMyPayments } from '../../contract.ts'
import { sumReturns } from '../refunds/record-return.ts'
import { alarms, orders, refunds } from '../tables.ts'
import type { OrderUpdate } from './decide-order.ts'
import { settleOrder } from './settle-order.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const admin = await makeAdmin(server.db)
  const registration = { state: '29', gstin: '29AAGCB7383J1Z4', sac: '999293' }
  const body = { ...registration, legal_name: 'Academy', address: 'Here' }
  await server.as(admin)(putTaxSettings, { body })
})
afterAll(() => server.close())

const price = 100_000
const parts = [30_000, 40_000, 60_000, 70_000, price]

/** What the provider has to tell of a payment that was captured, in the order in which it happened. */
type Happened = { kind: 'refund'; paise: number } | { kind: 'dispute'; paise: number }

const story = fc
  .array(
    fc.record({
      kind: fc.constantFrom('refund' as const, 'dispute' as const),
      paise: fc.constantFrom(...parts),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map(withinPrice)
  .chain((happened) =>
    fc.record({
      happened: fc.constant(happened),
      // Any of it is heard late, again or in another order.
      heard: fc.array(fc.nat({ max: happened.length * 2 }), { maxLength: 8 }),
      // After some of it somebody deals with what they are alarmed of.
      dealtWithAfter: fc.array(fc.nat({ max: 16 }), { maxLength: 4 }),
      // After so much of it the rest is asked back; null: it never is.
      askedBackAfter: fc.option(fc.nat({ max: 8 })),
    }),
  )

/** Neither the provider nor a bank takes more than is left. */
function withinPrice(all: Happened[]): Happened[] {
  let left = price
  return all.flatMap((each) => {
    if (each.paise > left) return []
    left -= each.paise
    return [each]
  })
}

async function makeOrder() {
  const learner = await makeLearner(server.db)
  const { id: courseId } = await makeCourse(server.db)
  const id = newId()
  await server.db.insert(orders).values({
    id,
    receipt: unique('receipt'),
    razorpayOrderId: unique('order'),
    learnerId: learner.id,
    courseId,
    courseTitle: 'Pottery',
    amountInPaise: price,
    currency: 'INR',
    status: 'pending',
  })
  return { id, learner, courseId, razorpayPaymentId: unique('pay') }
}

type Order = Awaited<ReturnType<typeof makeOrder>>

function captured({ razorpayPaymentId }: Order, refundedInPaise: number): OrderUpdate {
  const payment = {
    razorpayPaymentId,
    status: refundedInPaise >= price ? ('refunded' as const) : ('captured' as const),
    amountInPaise: price,
    currency: 'INR',
    amountRefundedInPaise: refundedInPaise,
    method: 'upi',
    failure: null,
  }
  return { kind: 'payment', payment }
}

/** Every word on what happened: of a dispute, that it was opened and that it was lost. */
function wordsOn(order: Order, happened: Happened[]): OrderUpdate[] {
  let refundedInPaise = 0
  return happened.flatMap((each, index): OrderUpdate[] => {
    if (each.kind === 'refund') {
      refundedInPaise += each.paise
      return [captured(order, refundedInPaise)]
    }
    const dispute = {
      disputeId: `disp_${order.id}_${index}`,
      razorpayPaymentId: order.razorpayPaymentId,
      respondBy: new Date('2030-01-01'),
    }
    return [
      { kind: 'dispute', dispute: { ...dispute, status: 'open', amountDeductedInPaise: 0 } },
      {
        kind: 'dispute',
        dispute: { ...dispute, status: 'lost', amountDeductedInPaise: each.paise },
      },
    ]
  })
}

async function hear(order: Order, update: OrderUpdate): Promise<void> {
  await settleOrder(server.checkout, order.id, { source: 'webhook', kind: update.kind, update })
}

test('whatever goes back in whatever parts and order, what is kept decides', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ happened, heard }) => {
      const order = await makeOrder()
      const words = [captured(order, 0), ...wordsOn(order, happened)]
      await hear(order, captured(order, 0))
      for (const index of heard) {
        const word = words[index]
        if (word) await hear(order, word)
      }
      for (const word of words) await hear(order, word)

      const gone = happened.reduce((sum, { paise }) => sum + paise, 0)
      const [row] = await server.db.select().from(orders).where(eq(orders.id, order.id))
      const returned = await sumReturns(server.db, order.id)
      const credited = await server.db
        .select({ paise: sql`coalesce(sum(amount_in_paise), 0)`.mapWith(Number) })
        .from(taxDocuments)
        .where(and(eq(taxDocuments.orderId, order.id), eq(taxDocuments.kind, 'credit_note')))
      expect({
        status: row?.status,
        isOwned: await ownsAll(server.db, order.learner.id, [order.courseId]),
        returned: returned.refundedInPaise + returned.lostInPaise,
        credited: credited[0]?.paise,
        unanswered: await server.db.$count(
          alarms,
          and(
            eq(alarms.orderId, order.id),
            isNull(alarms.resolvedAt),
            like(alarms.message, '%Please answer%'),
          ),
        ),
      }).toEqual({
        status: gone < price ? 'completed' : 'refunded',
        isOwned: gone < price,
        returned: gone,
        credited: gone,
        unanswered: 0,
      })
    }),
    { numRuns: runs(14) },
  )
})

async function dealWithAlarms(order: Order): Promise<void> {
  await server.db
    .update(alarms)
    .set({ resolvedAt: new Date() })
    .where(and(eq(alarms.orderId, order.id), isNull(alarms.resolvedAt)))
}

/** What people should know of parts that went back: each new sum of refunds, each lost dispute. */
function factsOf(order: Order, happened: Happened[]): string[] {
  let refundedInPaise = 0
  return happened.map(({ kind, paise }, index) => {
    if (kind === 'dispute') return `dispute disp_${order.id}_${index} lost: took ${paise}`
    refundedInPaise += paise
    return `partial refund ${order.razorpayPaymentId}: ${refundedInPaise} went back`
  })
}

/** Every alarm that was ever raised of an order, by its subject and its sum. */
async function listAlarms(order: Order): Promise<string[]> {
  const all = await server.db.select().from(alarms).where(eq(alarms.orderId, order.id))
  return all.map(({ subject, message }) => {
    if (message.startsWith('A dispute was lost')) return `${subject}: took ${sumIn(message)}`
    return message.includes('were given back') ? `${subject}: ${sumIn(message)} went back` : subject
  })
}

const sumIn = (text: string): number =>
  Number(/₹([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')) * 100

/** The sums that mails name, of a learner's with the credit note that each carries. */
async function listMailedSums({ learner, razorpayPaymentId }: Order) {
  const toLearner = await server.db
    .select({ subject: mails.subject, text: mails.text, note: taxDocuments.amountInPaise })
    .from(mails)
    .innerJoin(
      taxDocuments,
      sql`${mails.attachment} = 'credit_note:' || ${taxDocuments.orderId} || ':' || ${taxDocuments.documentNumber}`,
    )
    .where(eq(mails.recipient, learner.email))
  const toAcademy = await server.db
    .select({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.cause, `refund:${razorpayPaymentId}:academy`))
  return {
    toLearner: toLearner.map(({ text, ...mail }) => ({ ...mail, told: sumIn(text) })),
    toAcademy: toAcademy.map(({ subject }) => sumIn(subject)),
  }
}

test('mails say what goes back now, which is what their credit note says, and the page what went back in all', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ happened, heard, askedBackAfter }) => {
      const order = await makeOrder()
      const words = [captured(order, 0), ...wordsOn(order, happened)]
      await hear(order, captured(order, 0))
      const told = [...heard.flatMap((index) => words[index] ?? []), ...words]
      for (const [index, word] of told.entries()) {
        if (askedBackAfter === index) {
          await hear(order, { kind: 'refund_requested', cause: 'administrator' })
        }
        await hear(order, word)
      }

      const { toLearner, toAcademy } = await listMailedSums(order)
      expect(toLearner.map(({ told }) => told)).toEqual(toLearner.map(({ note }) => note))
      const closing = toLearner.filter(({ subject }) => subject.startsWith('Your refund'))
      expect(toAcademy).toEqual(closing.map(({ told }) => told))
      const [row] = await server.db.select().from(refunds).where(eq(refunds.orderId, order.id))
      expect(row ? [row.amountInPaise] : []).toEqual(toAcademy)
      const gone = toLearner.reduce((sum, { told }) => sum + told, 0)
      const [payment] = await server.as(order.learner)(listMyPayments, {})
      expect(payment?.returned).toBe(gone / 100)
      expect(payment?.status).toBe(gone < price ? 'completed' : 'refunded')
    }),
    { numRuns: runs(14) },
  )
})

/** Has digits of its own. */
const marathi = {
  code: 'mr',
  tag: 'mr-IN',
  name: 'मराठी',
  direction: 'ltr' as const,
  messages: new Map<string, string>(),
}

test('what somebody has dealt with alarms nobody again, however often it is heard; what is new does', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ happened, heard, dealtWithAfter }) => {
      const order = await makeOrder()
      const words = [captured(order, 0), ...wordsOn(order, happened)]
      await hear(order, captured(order, 0))
      const told = [...heard.flatMap((index) => words[index] ?? []), ...words]
      for (const [index, word] of told.entries()) {
        // In whatever language somebody asks.
        await runInLanguage(index % 2 === 0 ? undefined : marathi, () => hear(order, word))
        if (dealtWithAfter.includes(index)) await dealWithAlarms(order)
      }
      // Each word by itself, so that no alarm that is open keeps it from alarming.
      for (const word of [...words, ...words]) {
        await dealWithAlarms(order)
        await hear(order, word)
      }

      const raised = await listAlarms(order)
      expect(raised.toSorted()).toEqual([...new Set(raised)].toSorted())
      const gone = happened.reduce((sum, { paise }) => sum + paise, 0)
      const facts = raised.filter((one) => one.includes(': '))
      // Once all is gone the order is closed, and what is heard then alarms nobody.
      const due = gone < price ? factsOf(order, happened) : facts
      expect(facts.toSorted()).toEqual(due.toSorted())
    }),
    { numRuns: runs(14) },
  )
})
