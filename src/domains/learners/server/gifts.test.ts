import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeCourse, makeLearner, unique } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { ProblemError } from '../../../http/problem.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { giveCourse } from './give-course.ts'
import { withdrawGift } from './withdraw-gift.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
const { db } = database
const course = await makeCourse(db)

type Step =
  | { kind: 'pay' | 'refund'; payment: number }
  | { kind: 'give' | 'withdraw' | 'import'; payment?: never }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pay' as const, 'refund' as const),
    payment: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constantFrom('give' as const, 'withdraw' as const, 'import' as const) }),
)

test('in any order, who paid has the course and a withdrawn gift opens nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (steps, isAtOnce) => {
        const learner = await makeLearner(db)
        const run = (one: Step) => perform(learner.id, one)
        if (isAtOnce) await Promise.all(steps.map(run))
        else for (const one of steps) await run(one)
        // However they fell, the ledger tells what stands.
        const { rows } = await db.execute<{ kind: string }>(sql`
          select cause_kind as kind from access_ledger given
           where learner_id = ${learner.id} and change = 'grant' and not exists (
             select from access_ledger taken
              where taken.cause_kind = given.cause_kind and taken.cause_id = given.cause_id
                and taken.course_id = given.course_id and taken.change = 'revocation')`)
        expect(await isOwned(db, learner.id, course.id)).toBe(rows.length > 0)
        const kinds = rows.map(({ kind }) => kind).toSorted()
        expect(kinds).toEqual(isAtOnce ? kinds : expectStanding(steps))
        await perform(learner.id, { kind: 'withdraw' })
        const stillPaid = rows.some(({ kind }) => kind === 'payment')
        expect(await isOwned(db, learner.id, course.id)).toBe(stillPaid)
      },
    ),
    { numRuns: 60 },
  )
})

/** The same told plainly: each payment and the import count once in a life, gifts while they stand. */
function expectStanding(steps: Step[]): string[] {
  const paid = new Set<number>()
  const ended = new Set<number>()
  let hasGift = false
  let wasImported = false
  for (const { kind, payment } of steps) {
    if (kind === 'pay' && !ended.has(payment)) paid.add(payment)
    if (kind === 'refund' && paid.delete(payment)) ended.add(payment)
    if (kind === 'withdraw') hasGift = false
    if (kind === 'give') hasGift = true
    if (kind === 'import' && !hasGift && !wasImported) {
      hasGift = true
      wasImported = true
    }
  }
  return [...(hasGift ? ['gift'] : []), ...[...paid].map(() => 'payment')]
}

async function perform(learnerId: string, { kind, payment }: Step): Promise<void> {
  const change = { learnerId, courseId: course.id, reason: 'a test' }
  const cause = { kind: 'payment' as const, id: `${learnerId}-${payment}` }
  const work = {
    pay: (db: typeof database.db) => grantAccess(db, { ...change, cause }),
    refund: (db: typeof database.db) => revokeAccess(db, { ...change, cause }),
    give: (db: typeof database.db) => giveCourse(db, change),
    import: (db: typeof database.db) => giveCourse(db, change, `import:${learnerId}`),
    withdraw: (db: typeof database.db) => withdrawGift(db, change),
  }[kind]
  await db
    .transaction(async (db) => void (await work(db)))
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error // there was no gift
    })
}

test('a gift is withdrawn whatever its cause is called', async () => {
  const learner = await makeLearner(db)
  const change = { learnerId: learner.id, courseId: course.id, reason: 'x' }
  await db.transaction(async (db) => {
    await grantAccess(db, { ...change, cause: { kind: 'gift', id: unique('older') } })
    expect(await giveCourse(db, change)).toBe(false)
    expect(await withdrawGift(db, change)).toEqual({ withdrawn: 1, isOwned: false })
    expect(await withdrawGift(db, change)).toEqual({ withdrawn: 0, isOwned: false })
  })
})
