import { asc, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../../tests/support/test-database.ts'
import type { RazorpaySettlementLine } from '../../../../integrations/razorpay/entities.ts'
import { RazorpayError } from '../../../../integrations/razorpay/razorpay-error.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { dayInIndia } from '../../../../shared/india-time.ts'
import { orderItems, orders } from '../../../checkout/server/tables.ts'
import { differences, settlementDays, settlementLines, settlements } from '../tables.ts'
import { readSettlements, type SettlementDependencies } from './read-settlements.ts'

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('settle' as const),
      /** In the same settlement as the one before, as one transfer takes long to be reported. */
      isSame: fc.boolean(),
      lines: fc.array(fc.constantFrom('right', 'wrong', 'strange'), { maxLength: 130 }),
    }),
    fc.record({
      do: fc.constant('read' as const),
      readers: fc.integer({ min: 1, max: 3 }),
      /** The call at which the reader dies or the provider is away; 0: none. */
      fails: fc.integer({ min: 0, max: 4 }),
      how: fc.constantFrom('killed', 'away'),
    }),
  ),
  { maxLength: 8 },
)

test('whoever reads when, dies where or comes twice: every line is kept once, every difference listed once', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const { db } = database
  const learner = await makeLearner(db)
  const course = await makeCourse(db)

  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      const tables = [differences, settlementLines, settlements, settlementDays, orderItems, orders]
      for (const table of tables) await database.owner.db.delete(table)
      const provider = createProvider()
      await provider.makeOrder(db, learner.id, course.id)
      for (const step of steps) {
        if (step.do === 'settle') {
          for (const kind of step.lines) {
            const paymentId = await provider.makeOrder(db, learner.id, course.id, kind)
            provider.settle(paymentId, kind, step.isSame)
          }
          continue
        }
        let calls = 0
        const readers = Array.from({ length: step.readers }, () =>
          read(db, provider, () => {
            calls += 1
            if (calls !== step.fails) return
            if (step.how === 'killed') throw new Error('killed')
            throw new RazorpayError('away', { kind: 'unavailable' })
          }),
        )
        await Promise.all(readers)
      }
      await read(db, provider, () => undefined)

      const kept = await db.select().from(settlementLines)
      expect(kept.map(({ entityId }) => entityId).toSorted()).toEqual(
        provider.lines.map(({ entityId }) => entityId).toSorted(),
      )
      expect(kept.filter(({ comparedAt }) => comparedAt === null)).toEqual([])
      const [sums] = await db
        .select({ lines: sql`sum(lines)::int`, credit: sql`sum(credit_in_paise)::int` })
        .from(settlements)
      expect(sums).toEqual({
        lines: kept.length || null,
        credit: kept.length > 0 ? kept.reduce((sum, row) => sum + row.creditInPaise, 0) : null,
      })
      const found = await db.select().from(differences).orderBy(asc(differences.entityId))
      expect(found.map(({ kind, entityId }) => [kind, entityId])).toEqual(provider.listWrong())
    }),
    { numRuns: 12, endOnFailure: true },
  )
})

type Database = SettlementDependencies['db']

/** One process's round; what is due is made due again first, as time would. */
async function read(
  db: Database,
  provider: ReturnType<typeof createProvider>,
  strike: () => void,
): Promise<void> {
  await db.update(settlementDays).set({ nextReadAt: sql`now() - interval '1 second'` })
  const listSettlementLines = ({ day, skip }: { day: string; skip: number }) => {
    const isToday = day === dayInIndia(new Date())
    return Promise.resolve().then(() => {
      if (isToday) strike()
      return isToday ? provider.lines.slice(skip, skip + 100) : []
    })
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  // Of the client and the log this work takes nothing else.
  const deps = { db, log, razorpay: { listSettlementLines } } as unknown as SettlementDependencies
  await readSettlements(deps).catch((error: unknown) => {
    if (!(error instanceof Error) || error.message !== 'killed') throw error
  })
}

function createProvider() {
  let made = 0
  let settlement = 0
  const lines: RazorpaySettlementLine[] = []
  const wrong: [string, string][] = []
  return {
    lines,
    listWrong: () => wrong.toSorted(([, one], [, other]) => (one < other ? -1 : 1)),
    async makeOrder(db: Database, learnerId: string, courseId: string, kind = 'right') {
      made += 1
      const razorpayPaymentId = `pay_${String(made).padStart(6, '0')}`
      if (kind === 'strange') return razorpayPaymentId
      await db.insert(orders).values({
        id: newId(),
        receipt: razorpayPaymentId,
        learnerId,
        courseId,
        courseTitle: 'Course',
        amountInPaise: 100_000,
        currency: 'INR',
        status: 'completed',
        razorpayPaymentId,
        completedAt: new Date(),
      })
      return razorpayPaymentId
    },
    settle(paymentId: string, kind: string, isSame: boolean) {
      if (!isSame || settlement === 0) settlement += 1
      const amountInPaise = kind === 'wrong' ? 99_900 : 100_000
      if (kind !== 'right')
        wrong.push([kind === 'wrong' ? 'amount_differs' : 'unknown_order', paymentId])
      lines.push({
        entityId: paymentId,
        type: 'payment',
        creditInPaise: amountInPaise - 2360,
        debitInPaise: 0,
        amountInPaise,
        currency: 'INR',
        feeInPaise: 2360,
        taxInPaise: 360,
        createdAt: new Date(),
        settledAt: new Date(),
        settlementId: `setl_${settlement}`,
        settlementUtr: null,
        razorpayPaymentId: null,
        razorpayOrderId: null,
        disputeId: null,
        description: null,
      })
    },
  }
}
