import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type MadeCourse, makeCourse, makeLearner } from '../../../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../../../tests/support/test-database.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { addDays, dayInIndia, minuteInIndia, startOfDay } from '../../../../shared/india-time.ts'
import { users } from '../../../accounts/server/tables.ts'
import { alarms, orderReturns, orders } from '../../../checkout/server/tables.ts'
import { courseProgress, videoProgress } from '../../../learning/server/tables.ts'
import {
  insightChanges,
  insightDays,
  insightMinutes,
  lessonAudiences,
  lessonParts,
  playedChanges,
} from '../tables.ts'
import { aggregateChanges } from './aggregate-changes.ts'
import { aggregatePlays } from './aggregate-plays.ts'
import { recountDay } from './recount-day.ts'
import { recountLesson } from './resize-parts.ts'

const database = await openTestDatabase()
const { db } = database
afterAll(() => database.close())

class Killed extends Error {}

/** Counts as ever, and dies just before the commit. */
async function dieWhileCounting(count: (db: Database) => Promise<unknown>): Promise<void> {
  await expect(
    db.transaction(async (db) => {
      await count(db)
      throw new Killed()
    }),
  ).rejects.toThrow(Killed)
}

/** Moments around the beginning of a day in India, not long ago. */
const midnight = startOfDay(addDays(dayInIndia(new Date()), -3))
const moment = fc
  .integer({ min: -2_000, max: 2_000 })
  .map((minutes) => new Date(midnight.getTime() + minutes * 60_000))

interface World {
  courses: MadeCourse[]
  orderIds: string[]
  learnerIds: string[]
}
type Act = (world: World) => Promise<unknown>

const pick = <T>(list: T[], at: number): T | undefined => list[at % list.length]
const nth = fc.nat({ max: 50 })

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(nth, moment).map(([n, at]) => order(n, at)) },
  { weight: 4, arbitrary: fc.tuple(nth, moment).map(([n, at]) => settle(n, at)) },
  { weight: 2, arbitrary: fc.tuple(nth, moment).map(([n, at]) => giveBack(n, at)) },
  { weight: 2, arbitrary: fc.tuple(nth, nth, moment).map(([n, c, at]) => complete(n, c, at)) },
  { weight: 1, arbitrary: moment.map(join) },
  { weight: 1, arbitrary: moment.map(alarm) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 3, 5000).map((n) => () => aggregateChanges(db, { atOnce: n })),
  },
  {
    weight: 1,
    arbitrary: fc.constant(() => dieWhileCounting((db) => aggregateChanges(db, { atOnce: 2 }))),
  },
)

function order(n: number, createdAt: Date): Act {
  return async ({ courses, orderIds, learnerIds }) => {
    const course = pick(courses, n)
    const id = newId()
    orderIds.push(id)
    await db.insert(orders).values({
      id,
      receipt: id,
      learnerId: pick(learnerIds, n) ?? '',
      courseId: course?.id ?? '',
      courseTitle: 'Reels',
      amountInPaise: 100_000 + n,
      currency: 'INR',
      status: 'failed',
      createdAt,
    })
  }
}

/** Paid, or paid again after it went back. */
function settle(n: number, completedAt: Date): Act {
  return async ({ orderIds }) => {
    const id = pick(orderIds, n)
    if (id === undefined) return
    await db
      .update(orders)
      .set({ status: 'completed', completedAt, razorpayPaymentId: `pay_${id}`, refundedAt: null })
      .where(eq(orders.id, id))
  }
}

/** A part, or what a bank took. */
function giveBack(n: number, returnedAt: Date): Act {
  return async ({ orderIds }) => {
    const orderId = pick(orderIds, n)
    if (orderId === undefined) return
    const [refundedInPaise, lostInPaise] = n % 3 === 0 ? [0, 700 + n] : [500 + n, 0]
    await db.insert(orderReturns).values({ orderId, refundedInPaise, lostInPaise, returnedAt })
  }
}

function complete(n: number, c: number, completedAt: Date): Act {
  return async ({ learnerIds, courses }) => {
    const key = { learnerId: pick(learnerIds, n) ?? '', courseId: pick(courses, c)?.id ?? '' }
    await db
      .insert(courseProgress)
      .values({ ...key, percent: 10 })
      .onConflictDoUpdate({
        target: [courseProgress.learnerId, courseProgress.courseId],
        set: { percent: 100, completedAt },
      })
  }
}

function join(createdAt: Date): Act {
  return async ({ learnerIds }) => {
    const { id } = await makeLearner(db)
    await db.update(users).set({ createdAt }).where(eq(users.id, id))
    learnerIds.push(id)
  }
}

function alarm(raisedAt: Date): Act {
  return () => db.insert(alarms).values({ subject: newId(), message: 'Look', raisedAt })
}

/** What the tables themselves say, in another way than the database's own functions do. */
async function countFromRows(): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  const add = (figure: string, at: Date | null, courseId: string, amount = 1): void => {
    if (at === null) return
    const ofMinute = `${figure} ${dayInIndia(at)} minute ${minuteInIndia(at)}`
    sums[ofMinute] = (sums[ofMinute] ?? 0) + amount
    for (const course of new Set([courseId, ''])) {
      const key = `${figure} ${dayInIndia(at)} ${course}`
      sums[key] = (sums[key] ?? 0) + amount
    }
  }
  const sold = await db.select().from(orders)
  for (const { createdAt, completedAt, courseId, amountInPaise } of sold) {
    add('orders', createdAt, courseId)
    add('paid', completedAt, courseId)
    add('paid_in_paise', completedAt, courseId, amountInPaise)
  }
  for (const { orderId, ...gone } of await db.select().from(orderReturns)) {
    const courseId = sold.find(({ id }) => id === orderId)?.courseId ?? ''
    add('refunds', gone.returnedAt, courseId)
    const paise = gone.refundedInPaise + gone.lostInPaise
    add('refunded_in_paise', gone.returnedAt, courseId, paise)
  }
  for (const { createdAt, role } of await db.select().from(users)) {
    if (role === null) add('learners', createdAt, '')
  }
  for (const { raisedAt } of await db.select().from(alarms)) add('alarms', raisedAt, '')
  for (const { completedAt, courseId } of await db.select().from(courseProgress)) {
    add('completions', completedAt, courseId)
  }
  return sums
}

async function readCounted(): Promise<Record<string, number>> {
  const ofDays = await db.select().from(insightDays)
  const ofMinutes = await db.select().from(insightMinutes)
  const named = [
    ...ofDays.map(({ courseId, ...row }) => ({ ...row, of: courseId })),
    ...ofMinutes.map(({ minute, ...row }) => ({ ...row, of: `minute ${minute}` })),
  ]
  return Object.fromEntries(
    named
      .filter(({ amount }) => amount !== 0)
      .map(({ figure, day, of, amount }) => [`${figure} ${day} ${of}`, amount]),
  )
}

describe('figures of days', () => {
  test('are what a count from scratch gives, in whatever order things happen and die', async () => {
    const world: World = {
      courses: [await makeCourse(db), await makeCourse(db)],
      orderIds: [],
      learnerIds: [(await makeLearner(db)).id],
    }
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 25 }), async (acts) => {
        for (const act of acts) await act(world)
        await aggregateChanges(db)

        expect(await readCounted()).toEqual(await countFromRows())
      }),
      { numRuns: 25 },
    )
  })

  test('two processes that add up at once count everything once', async () => {
    const before = await db.$count(alarms)
    await db
      .insert(alarms)
      .values(Array.from({ length: 300 }, () => ({ subject: newId(), message: 'Look' })))
    await Promise.all(Array.from({ length: 6 }, () => aggregateChanges(db, { atOnce: 20 })))
    await aggregateChanges(db)

    const { rows } = await db.execute<{ all: string }>(
      sql`select sum(amount) as all from insight_days where figure = 'alarms'`,
    )
    expect(Number(rows[0]?.all)).toBe(before + 300)
    expect(await db.$count(insightChanges)).toBe(0)
  })

  test('are repaired by counting a day again, while things go on happening', async () => {
    const day = dayInIndia(new Date())
    await db.insert(alarms).values({ subject: newId(), message: 'Look' })
    await aggregateChanges(db)
    await db.update(insightDays).set({ amount: sql`amount + 7` }).where(eq(insightDays.day, day))
    await db
      .update(insightMinutes)
      .set({ amount: sql`amount - 2` })
      .where(eq(insightMinutes.day, day))
    await db.insert(insightMinutes).values({ day, minute: 9, figure: 'paid', amount: 4 })
    await db.insert(alarms).values({ subject: newId(), message: 'Not added up yet' })

    await recountDay(db, day)

    expect(await readCounted()).toEqual(await countFromRows())
  })
})

test('counting a day again asks about the rows of that day, not about all there are', async () => {
  const learners = Array.from({ length: 300 }, (_, at) => ({
    id: newId(),
    email: `earlier-${at}@example.test`,
    name: 'Meera',
    createdAt: startOfDay(addDays(dayInIndia(new Date()), -100 - at)),
  }))
  await db.insert(users).values(learners)
  const day = dayInIndia(learners[7]!.createdAt)
  await aggregateChanges(db)
  await database.owner.db.execute(sql`
    create sequence asked minvalue 0;
    grant all on sequence asked to public;
    create or replace function learner_figures(u users)
    returns table (day date, minute smallint, course_id text, figure text, amount bigint)
    language sql as $$
      select india_day(u.created_at), india_minute(u.created_at), '', 'learners',
             1 + 0 * nextval('asked') where u.role is null
    $$`)
  await recountDay(db, day)

  const { rows } = await db.execute<{ times: string }>(sql`select last_value as times from asked`)
  expect(Number(rows[0]?.times)).toBe(0) // the first is number 0
  const [counted] = await db
    .select()
    .from(insightDays)
    .where(and(eq(insightDays.day, day), eq(insightDays.figure, 'learners')))
  expect(counted?.amount).toBe(1)
})

test('minutes are forgotten when nothing can be held against them any more', async () => {
  const ago = (days: number) => addDays(dayInIndia(new Date()), -days)
  const figure = { minute: 3, figure: 'forgotten', amount: 1 }
  await db.insert(insightMinutes).values([45, 31].map((days) => ({ day: ago(days), ...figure })))
  await db.insert(insightChanges).values({ day: ago(45), ...figure })
  await aggregateChanges(db)

  const left = await db.select().from(insightMinutes).where(eq(insightMinutes.figure, 'forgotten'))
  expect(left).toEqual([{ day: ago(31), ...figure }])
})

describe('the parts of a lesson that were played', () => {
  let videoId = ''
  let courseId = ''
  beforeEach(async () => {
    const course = await makeCourse(db)
    videoId = course.videoIds[0] ?? ''
    courseId = course.id
    await aggregatePlays(db)
  })

  async function play(learnerId: string, played: [number, number][], durationInSeconds = 100) {
    const progress = {
      played,
      durationInSeconds,
      positionInSeconds: 0,
      playedInSeconds: 0,
      fraction: 0,
      reportedAt: new Date(),
    }
    await db
      .insert(videoProgress)
      .values({ learnerId, courseId, videoId, ...progress })
      .onConflictDoUpdate({
        target: [videoProgress.learnerId, videoProgress.courseId, videoProgress.videoId],
        set: progress,
      })
  }

  /** For each part how many learners, and how long a part is. */
  async function readParts() {
    const [audience] = await db
      .select()
      .from(lessonAudiences)
      .where(eq(lessonAudiences.videoId, videoId))
    const rows = await db.select().from(lessonParts).where(eq(lessonParts.videoId, videoId))
    const parts: number[] = []
    for (const { part, learners } of rows) if (learners !== 0) parts[part] = learners
    return { seconds: audience?.partInSeconds ?? 1, learners: audience?.learners ?? 0, parts }
  }

  /** A learner has played a part if they played its middle. */
  async function countParts(seconds: number): Promise<number[]> {
    const parts: number[] = []
    const rows = await db.select().from(videoProgress).where(eq(videoProgress.videoId, videoId))
    for (const { played } of rows) {
      for (let part = 0; part < 200; part += 1) {
        const middle = (part + 0.5) * seconds
        if (played.some(([from, to]) => from <= middle && middle < to)) {
          parts[part] = (parts[part] ?? 0) + 1
        }
      }
    }
    return parts
  }

  test('count a learner once, however often they report', async () => {
    const { id } = await makeLearner(db)
    await play(id, [[0, 3]])
    await play(id, [[0, 5]])
    await aggregatePlays(db)
    await play(id, [[0, 6]])
    await play(id, [
      [0, 6],
      [90, 92.4],
    ])
    await aggregatePlays(db)

    const { parts, learners } = await readParts()
    expect(learners).toBe(1)
    expect(Object.entries(parts)).toEqual(
      [0, 1, 2, 3, 4, 5, 90, 91].map((part) => [String(part), 1]),
    )
  })

  const interval = fc
    .tuple(
      fc.double({ min: 0, max: 700, noNaN: true }),
      fc.double({ min: 0.1, max: 80, noNaN: true }),
    )
    .map(([from, length]): [number, number] => [from, from + length])
  const report = fc.record({
    who: fc.nat({ max: 5 }),
    played: interval,
    duration: fc.constantFrom(60, 100, 650),
    next: fc.constantFrom('nothing', 'nothing', 'count', 'die'),
  })

  test('are what a count from scratch gives, in whatever order reports come and processes die', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => makeLearner(db)))
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 3, maxLength: 15 }), async (reports) => {
        for (const { who, played, duration, next } of reports) {
          await play(people[who]?.id ?? '', [played], duration)
          if (next === 'count') await aggregatePlays(db, { atOnce: 2 })
          if (next === 'die') await dieWhileCounting((db) => aggregatePlays(db))
        }
        await aggregatePlays(db)

        const { seconds, parts } = await readParts()
        expect(parts).toEqual(await countParts(seconds))
      }),
      { numRuns: 25 },
    )
  })

  test('follow what most learners say of the length, not the first', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => makeLearner(db)))
    await play(people[0]?.id ?? '', [[0, 50]], 60_000)
    await aggregatePlays(db)
    expect((await readParts()).seconds).toBe(300)
    for (const { id } of people.slice(1)) await play(id, [[0, 50]], 100)
    await aggregatePlays(db)

    const { seconds, parts, learners } = await readParts()
    expect({ seconds, learners }).toEqual({ seconds: 1, learners: 4 })
    expect(parts).toEqual(await countParts(1))
  })

  test('are repaired by counting a lesson again', async () => {
    const { id } = await makeLearner(db)
    await play(id, [[0, 9]])
    await aggregatePlays(db)
    await db.update(lessonParts).set({ learners: 5 }).where(eq(lessonParts.videoId, videoId))
    await play(id, [[0, 20]])

    await recountLesson(db, { videoId, film: 1, partInSeconds: 1 })
    await aggregatePlays(db)

    expect((await readParts()).parts).toEqual(await countParts(1))
    expect(await db.$count(playedChanges)).toBe(0)
  })

  test('of a film that was replaced stay, and the new one begins at nothing', async () => {
    const { id } = await makeLearner(db)
    await play(id, [[0, 4]])
    await aggregatePlays(db)
    await db
      .update(videoProgress)
      .set({ film: 2, played: [[10, 12]] })
      .where(eq(videoProgress.videoId, videoId))
    await aggregatePlays(db)

    const rows = await db.select().from(lessonParts).where(eq(lessonParts.videoId, videoId))
    const told = rows.map(({ film, part, learners }) => `${film} ${part} ${learners}`).sort()
    expect(told).toEqual(['1 0 1', '1 1 1', '1 2 1', '1 3 1', '2 10 1', '2 11 1'])
  })
})
