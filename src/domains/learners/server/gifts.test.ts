import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { makeCourse, makeLearner, unique } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { listOpenCauses } from '../../access/server/list-open-causes.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { giveCourse } from './give-course.ts'
import { withdrawGift } from './withdraw-gift.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
const { db } = database
const course = await makeCourse(db)

type Step =
  | { kind: 'pay' | 'refund'; payment: number }
  | { kind: 'give' | 'withdraw' | 'import' | 'share' | 'parent refund'; payment?: never }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pay' as const, 'refund' as const),
    payment: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'give' as const,
      'withdraw' as const,
      'import' as const,
      'share' as const,
      'parent refund' as const,
    ),
  }),
)

test('in any order, who paid has the course and a withdrawn gift opens nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      async (steps, isAtOnce) => {
        const parent = await makeLearner(db)
        const learner = await makeLearner(db, { parentId: parent.id })
        const family = { learnerId: learner.id, parentId: parent.id }
        await db.transaction((db) => grantAccess(db, boughtBy(parent.id)))
        const run = (one: Step) => perform(family, one)
        if (isAtOnce) await Promise.all(steps.map(run))
        else for (const one of steps) await run(one)
        // However they fell, the ledger tells what stands.
        const { rows } = await db.execute<{ kind: string }>(sql`
          select case when cause_id = ${parent.id} then 'share' else cause_kind end as kind
            from access_ledger given
           where learner_id = ${learner.id} and change = 'grant' and not exists (
             select from access_ledger taken
              where taken.cause_kind = given.cause_kind and taken.cause_id = given.cause_id
                and taken.course_id = given.course_id and taken.change = 'revocation')`)
        expect(await isOwned(db, learner.id, course.id)).toBe(rows.length > 0)
        const kinds = rows.map(({ kind }) => kind).toSorted()
        expect(kinds).toEqual(isAtOnce ? kinds : expectStanding(steps))
        await run({ kind: 'withdraw' })
        const stillPaid = rows.some(({ kind }) => kind !== 'gift')
        expect(await isOwned(db, learner.id, course.id)).toBe(stillPaid)
      },
    ),
    { numRuns: 60 },
  )
})

/** The same told plainly: each payment, the share and the import count once in a life, gifts while they stand. */
function expectStanding(steps: Step[]): string[] {
  const paid = new Set<number>()
  const ended = new Set<number>()
  let hasGift = false
  let wasImported = false
  let hasParentPaid = true
  let isShared = false
  for (const { kind, payment } of steps) {
    if (kind === 'pay' && !ended.has(payment)) paid.add(payment)
    if (kind === 'refund' && paid.delete(payment)) ended.add(payment)
    if (kind === 'withdraw') hasGift = false
    if (kind === 'give') hasGift = true
    if (kind === 'import' && !hasGift && !wasImported) {
      hasGift = true
      wasImported = true
    }
    if (kind === 'share') isShared = hasParentPaid
    if (kind === 'parent refund') {
      hasParentPaid = false
      isShared = false
    }
  }
  return [
    ...(hasGift ? ['gift'] : []),
    ...[...paid].map(() => 'payment'),
    ...(isShared ? ['share'] : []),
  ]
}

/** The order of a parent is called like them. */
function boughtBy(parentId: string) {
  const cause = { kind: 'payment' as const, id: parentId }
  return { learnerId: parentId, courseId: course.id, cause, reason: 'a test' }
}

async function share(db: Database, { learnerId, parentId }: Family): Promise<void> {
  const bought = boughtBy(parentId)
  await lockAccess(db, bought)
  const open = await listOpenCauses(db, { kind: 'payment', ...bought })
  for (const id of open)
    await grantAccess(db, { ...bought, learnerId, cause: { kind: 'gift', id } })
}

async function refundParent(db: Database, { learnerId, parentId }: Family): Promise<void> {
  const bought = boughtBy(parentId)
  await revokeAccess(db, bought)
  await revokeAccess(db, { ...bought, learnerId, cause: { kind: 'gift', id: parentId } })
}

interface Family {
  learnerId: string
  parentId: string
}

async function perform(family: Family, { kind, payment }: Step): Promise<void> {
  const { learnerId } = family
  const change = { learnerId, courseId: course.id, reason: 'a test' }
  const cause = { kind: 'payment' as const, id: `${learnerId}-${payment}` }
  const work = {
    pay: (db: Database) => grantAccess(db, { ...change, cause }),
    refund: (db: Database) => revokeAccess(db, { ...change, cause }),
    give: (db: Database) => giveCourse(db, change),
    import: (db: Database) => giveCourse(db, change, `import:${learnerId}`),
    withdraw: (db: Database) => withdrawGift(db, change),
    share: (db: Database) => share(db, family),
    'parent refund': (db: Database) => refundParent(db, family),
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
