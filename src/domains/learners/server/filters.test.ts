import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type MadeCourse, makeCourse, unique } from '../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../tests/support/test-database.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { grantAccess, revokeAccess } from '../../access/server/change-access.ts'
import { users } from '../../accounts/server/tables.ts'
import { orders } from '../../checkout/server/tables.ts'
import { courseProgress, videoProgress } from '../../learning/server/tables.ts'
import { learnerFilters } from '../contract.ts'
import { giveCourse } from './give-course.ts'
import { listLearners } from './list-learners.ts'
import { withdrawGift } from './withdraw-gift.ts'

const database = await openTestDatabase()
afterAll(() => database.close())
const { db } = database
const courses = [await makeCourse(db), await makeCourse(db)]
const people = 3

const step = fc.record({
  who: fc.nat({ max: people - 1 }),
  course: fc.nat({ max: courses.length - 1 }),
  kind: fc.constantFrom('pay', 'refund', 'give', 'withdraw', 'play', 'play long ago', 'complete'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

test('whatever happened, each filter lists exactly those whom a plain recount finds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const word = unique('filtered')
      const ids = Array.from({ length: people }, () => newId())
      await db
        .insert(users)
        .values(ids.map((id) => ({ id, name: word, email: `${id}@example.test` })))
      for (const one of steps) await perform(one, ids[one.who] ?? '')

      for (const filter of [undefined, ...learnerFilters]) {
        for (const at of [undefined, 0, 1]) {
          const course = at === undefined ? undefined : courses[at]?.id
          const { learners } = await listLearners(db, {
            search: word,
            filter,
            has_course: course,
            sort: 'name',
            limit: 100,
          })
          const expected = ids.filter((_, who) => isMeant(retell(steps, who), filter, at))
          expect(learners.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
        }
      }
    }),
    { numRuns: 40 },
  )
})

interface History {
  isPaid: boolean
  isGiven: boolean
  wasRefunded: boolean
  /** When they played last; null: never. */
  played: 'lately' | 'long ago' | null
  isComplete: boolean
}

/** What became of one person, course by course. */
function retell(steps: Step[], who: number): History[] {
  return courses.map((_, course) => {
    const told: History = {
      isPaid: false,
      isGiven: false,
      wasRefunded: false,
      played: null,
      isComplete: false,
    }
    for (const one of steps.filter((each) => each.who === who && each.course === course)) {
      const { kind } = one
      if (kind === 'pay' && !told.wasRefunded) told.isPaid = true
      if (kind === 'refund' && told.isPaid)
        Object.assign(told, { isPaid: false, wasRefunded: true })
      if (kind === 'give') told.isGiven = true
      if (kind === 'withdraw') told.isGiven = false
      if (kind === 'play') told.played = 'lately'
      if (kind === 'play long ago' && told.played === null) told.played = 'long ago'
      if (kind === 'complete') Object.assign(told, { isComplete: told.played !== null })
    }
    return told
  })
}

/** The filters as the office words them. */
function isMeant(
  all: History[],
  filter: (typeof learnerFilters)[number] | undefined,
  at: number | undefined,
): boolean {
  const owns = ({ isPaid, isGiven }: History) => isPaid || isGiven
  const about = at === undefined ? all : all.slice(at, at + 1)
  const owned = about.filter(owns)
  if (at !== undefined && owned.length === 0) return false
  if (filter === undefined) return true
  if (filter === 'refunded') return all.some(({ wasRefunded }) => wasRefunded)
  if (owned.length === 0) return false
  if (filter === 'never_started') return owned.every(({ played }) => played === null)
  return (
    owned.some(({ played, isComplete }) => played !== null && !isComplete) &&
    about.every(({ played }) => played !== 'lately')
  )
}

async function perform({ kind, course: at }: Step, learnerId: string): Promise<void> {
  const course = courses[at]
  if (!course) return
  const change = { learnerId, courseId: course.id, reason: 'a test' }
  const work = {
    pay: (db: Database) => pay(db, learnerId, course),
    refund: (db: Database) => refund(db, learnerId, course),
    give: (db: Database) => giveCourse(db, change),
    withdraw: (db: Database) => withdrawGift(db, change),
    play: (db: Database) => play(db, learnerId, course, 13),
    'play long ago': (db: Database) => play(db, learnerId, course, 15),
    complete: (db: Database) => complete(db, learnerId, course),
  }[kind]
  await db
    .transaction(async (db) => void (await work(db)))
    .catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error // there was no gift
    })
}

const causeOf = (learnerId: string, { id }: MadeCourse) =>
  ({ kind: 'payment', id: `${learnerId}-${id}` }) as const

/** Once in a life, as an order is settled. */
async function pay(db: Database, learnerId: string, course: MadeCourse): Promise<void> {
  const cause = causeOf(learnerId, course)
  const change = { learnerId, courseId: course.id, cause, reason: 'paid' }
  if (!(await grantAccess(db, change))) return
  await db.insert(orders).values({
    id: newId(),
    receipt: newId(),
    razorpayOrderId: unique('order'),
    razorpayPaymentId: unique('pay'),
    learnerId,
    courseId: course.id,
    courseTitle: course.title,
    amountInPaise: 100,
    currency: 'INR',
    status: 'completed',
    completedAt: new Date(),
  })
}

async function refund(db: Database, learnerId: string, course: MadeCourse): Promise<void> {
  const given = await db
    .update(orders)
    .set({ status: 'refunded', refundedAt: new Date() })
    .where(
      and(
        eq(orders.learnerId, learnerId),
        eq(orders.courseId, course.id),
        eq(orders.status, 'completed'),
      ),
    )
    .returning()
  const cause = causeOf(learnerId, course)
  const change = { learnerId, courseId: course.id, cause, reason: 'refunded' }
  if (given.length > 0) await revokeAccess(db, change)
}

/** Access is not asked: what was played before a course was taken away stays, too. */
async function play(
  db: Database,
  learnerId: string,
  course: MadeCourse,
  daysAgo: number,
): Promise<void> {
  const of = { learnerId, courseId: course.id }
  const reportedAt = new Date(Date.now() - daysAgo * 24 * 3_600_000)
  await db
    .insert(courseProgress)
    .values({ ...of, percent: 10 })
    .onConflictDoNothing()
  await db
    .insert(videoProgress)
    .values({
      ...of,
      videoId: course.videoIds[0] ?? '',
      positionInSeconds: 9,
      durationInSeconds: 60,
      played: [],
      playedInSeconds: 9,
      fraction: 0.1,
      reportedAt,
    })
    .onConflictDoUpdate({
      target: [videoProgress.learnerId, videoProgress.courseId, videoProgress.videoId],
      set: { reportedAt: sql`greatest(${videoProgress.reportedAt}, excluded.reported_at)` },
    })
}

async function complete(db: Database, learnerId: string, course: MadeCourse): Promise<void> {
  await db
    .update(courseProgress)
    .set({ percent: 100, completedAt: new Date() })
    .where(and(eq(courseProgress.learnerId, learnerId), eq(courseProgress.courseId, course.id)))
}
