import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeCoupon,
  makeCourse,
  makeLearner,
  unique,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { ProblemError } from '../../../../http/problem.ts'
import type { Bucket } from '../../../accounts/server/limits.ts'
import { createOrder } from '../../../checkout/contract.ts'
import { getQuote } from '../../contract.ts'
import { guardCodes, guessesOf } from './guard-codes.ts'

const server = await startTestServer({ razorpay: true })
const { db } = server
afterAll(() => server.close())

const course = await makeCourse(db)
const { code } = await makeCoupon(db, { percentOff: 15 })

describe('in a network where somebody guesses', () => {
  const quoteOf = (coupon: string) => ({ query: { course_id: course.id, coupon } })
  beforeAll(async () => {
    const guess = () => server.visitor(getQuote, quoteOf(unique('guess')))
    await Promise.allSettled(Array.from({ length: 201 }, guess))
  })

  test('a visitor’s right code passes, again and again', async () => {
    for (let times = 0; times < 3; times += 1) {
      expect(await server.visitor(getQuote, quoteOf(code))).toMatchObject({ price: 4249.15 })
    }
  })

  test('a learner’s passes at once, quoted and ordered', async () => {
    const learner = await makeLearner(db)
    const quote = () => server.as(learner)(getQuote, quoteOf(code))

    // Where one a second passes, as many at once are refused.
    for (const { price } of await Promise.all(Array.from({ length: 15 }, quote))) {
      expect(price).toBe(4249.15)
    }
    const body = { course_id: course.id, coupon: code }
    expect(await server.as(learner)(createOrder, { body })).toMatchObject({ amount: 424_915 })
  })

  test('guessing goes on at one a second, and more at once is refused', async () => {
    const startedAtInMs = performance.now()
    const guesses = Array.from({ length: 30 }, async () => {
      const { problem } = await server.visitor(getQuote, quoteOf(unique('guess')))
      return problem?.code
    })
    const ends = await Promise.allSettled(guesses)

    const refused = ends.filter((end) => end.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'too_many_tries' })
    }
    const lastedInSeconds = (performance.now() - startedAtInMs) / 1_000
    expect(ends.length - refused.length).toBeLessThanOrEqual(5 + lastedInSeconds)
  })
})

test('a learner’s wrong codes count together, quoted or ordered, and the right one passes then', async () => {
  const learner = await makeLearner(db)
  const ask = (coupon: string) =>
    server.as(learner)(getQuote, { query: { course_id: course.id, coupon } })
  const order = (coupon: string) =>
    server.as(learner)(createOrder, { body: { course_id: course.id, coupon } })
  for (let times = 0; times < 10; times += 1) {
    await ask(unique('guess'))
    await expect(order(unique('guess'))).rejects.toMatchObject({ code: 'coupon_unknown' })
  }

  const burst = await Promise.allSettled(Array.from({ length: 30 }, () => ask(unique('guess'))))

  expect(burst.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  expect(await ask(code)).toMatchObject({ price: 4249.15 })
})

test('who has used a coupon as often as they may is told so by the quote as by the order', async () => {
  const learner = await makeLearner(db)
  const [course, other] = [await makeCourse(db), await makeCourse(db)]
  const { code } = await makeCoupon(db, { percentOff: 100, maxUsesPerLearner: 1 })
  await server.as(learner)(createOrder, { body: { course_id: course.id, coupon: code } })
  const wish = { course_id: other.id, coupon: code }

  const quote = await server.as(learner)(getQuote, { query: wish })

  expect(quote).toMatchObject({ price: 4999, coupon: null, problem: { code: 'coupon_used_up' } })
  await expect(server.as(learner)(createOrder, { body: wish })).rejects.toMatchObject({
    code: 'coupon_used_up',
  })
})

describe('in whatever order codes are tried', () => {
  const [points, turns] = [3, 2]
  const who = fc.constantFrom('guesser', 'learner', null)
  const tries = fc.array(fc.record({ who, isRight: fc.boolean() }), { maxLength: 30 })

  test('a right one of a learner passes whatever others guess, and nobody guesses more than their share', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), tries, async (scheduler, tries) => {
        const counters = openCounters()
        const limits = {
          unknownCouponByLearner: counters.of('learner', points),
          unknownCouponByNetwork: counters.of('network', points),
          couponTurn: counters.of('turn', turns),
        }
        const looked = new Map<string | null, number>()
        // The learner types right codes only, and one after another.
        let typed: Promise<unknown> = Promise.resolve()
        const ends = tries.map(async ({ who, isRight: mayBeRight }) => {
          const isRight = mayBeRight || who === 'learner'
          const guesses = guessesOf(limits, who === null ? null : { learnerId: who }, '192.0.2.1')
          const look = async () => {
            await scheduler.schedule(Promise.resolve())
            if (isRight) return 'right'
            looked.set(who, (looked.get(who) ?? 0) + 1)
            throw new ProblemError('coupon_unknown')
          }
          const tried = () => guardCodes(guesses, 'CODE', look)
          if (who !== 'learner') return tried().catch(() => 'refused')
          const end = typed.then(tried)
          typed = end
          return end
        })
        await scheduler.waitFor(Promise.all(ends))

        const all = await Promise.all(ends)
        const learners = all.filter((_end, at) => tries[at]?.who === 'learner')
        expect(learners.every((end) => end === 'right')).toBe(true)
        for (const times of looked.values()) expect(times).toBeLessThanOrEqual(points + turns)
        expect(counters.left('learner', 'learner')).toBe(points)
        for (const [name, key] of [
          ['learner', 'guesser'] as const,
          ['network', '192.0.2.1'] as const,
        ]) {
          expect(counters.left(name, key)).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

/** Counters without a clock: all within the time of their limit. */
function openCounters() {
  const taken = new Map<string, number>()
  const points = new Map<string, number>()
  const of = (name: string, most: number) => {
    points.set(name, most)
    return (...counted: string[]): Bucket => ({
      key: `${name} ${counted.join()}`,
      limit: {
        take: async (key) => {
          const before = taken.get(key) ?? 0
          if (before >= most) throw new ProblemError('too_many_tries', { retryAfterInSeconds: 60 })
          taken.set(key, before + 1)
          return 0
        },
        giveBack: async (key) => {
          taken.set(key, (taken.get(key) ?? 0) - 1)
        },
      },
    })
  }
  const left = (name: string, key: string) =>
    (points.get(name) ?? 0) - (taken.get(`${name} ${key}`) ?? 0)
  return { of, left }
}
