import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LessonOpening, OpeningRule } from './contract.ts'
import { isDue, type LearnerStanding, opensAt, placeOpenings } from './lesson-opening.ts'

/** A Monday evening in India. */
const startedAt = new Date('2026-11-23T18:00:00+05:30')
const nothing: LearnerStanding = {
  startedAt,
  completedAt: new Map(),
  begun: new Set(),
  early: new Map(),
}
const opens = (opening: LessonOpening | null, standing: Partial<LearnerStanding> = {}) =>
  opensAt({ id: 'lesson', opening, earlier: [] }, { ...nothing, ...standing })

describe('a lesson opens', () => {
  test('at once without a rule', () => {
    expect(opens(null)).toBe('open')
  })

  test('at the hour of its day in India', () => {
    expect(opens({ kind: 'date', date: '2026-11-30', hour: 10 })).toEqual(
      new Date('2026-11-30T04:30:00Z'),
    )
  })

  test('to the minute so many days after buying', () => {
    expect(opens({ kind: 'days', days: 7 })).toEqual(new Date('2026-11-30T18:00:00+05:30'))
  })

  test('once the lesson before is completed', () => {
    const after = { kind: 'after', video_id: 'before' } as const
    const done = new Date('2026-11-25T00:00:00Z')
    expect(opens(after)).toBe('after_previous')
    expect(opens(after, { completedAt: new Map([['before', done]]) })).toEqual(done)
  })

  test('on the k-th of its weekdays after buying, that same day only before its hour', () => {
    const on = (hour: number, nth: number) =>
      opens({ kind: 'weekdays', weekdays: [1, 4], hour, nth })
    expect(on(18, 1)).toEqual(new Date('2026-11-26T18:00:00+05:30'))
    expect(on(19, 1)).toEqual(new Date('2026-11-23T19:00:00+05:30'))
    expect([1, 2, 3, 4].map((nth) => on(10, nth))).toEqual(
      ['2026-11-26', '2026-11-30', '2026-12-03', '2026-12-07'].map(
        (day) => new Date(`${day}T10:00:00+05:30`),
      ),
    )
  })

  test('sooner, not later, by what staff gave', () => {
    const early = (at: string) => ({ early: new Map([['lesson', new Date(at)]]) })
    const rule = { kind: 'days', days: 7 } as const
    expect(opens(rule, early('2026-11-24T00:00:00Z'))).toEqual(new Date('2026-11-24T00:00:00Z'))
    expect(opens(rule, early('2027-01-01T00:00:00Z'))).toEqual(opens(rule))
  })

  test('for good, once something of it was played', () => {
    expect(opens({ kind: 'days', days: 7 }, { begun: new Set(['lesson']) })).toBe('open')
  })
})

test('every rule at every place and for every start tells an instant that comes no sooner for a later lesson of a run', () => {
  const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
  const hour = fc.integer({ min: 0, max: 23 })
  const start = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(weekdays, hour, start, fc.integer({ min: 1, max: 5000 }), (days, hour, at, nth) => {
      const rule = { kind: 'weekdays', weekdays: days, hour } as const
      const [one, next] = [nth, nth + 1].map((nth) => opens({ ...rule, nth }, { startedAt: at }))
      if (!(one instanceof Date && next instanceof Date)) throw new Error('no instant')
      const inIndia = new Date(one.getTime() + 5.5 * 3_600_000)
      expect(days).toContain(inIndia.getUTCDay() || 7)
      expect([inIndia.getUTCHours(), inIndia.getUTCMinutes()]).toEqual([hour, 0])
      expect(one.getTime()).toBeGreaterThan(at.getTime())
      expect(next.getTime()).toBeGreaterThan(one.getTime())
      // None of those days is left out: nth of them lie between.
      const weeks = (one.getTime() - at.getTime()) / (7 * 24 * 3_600_000)
      expect(weeks).toBeLessThanOrEqual(Math.ceil(nth / days.length))
      expect(isDue(one, one)).toBe(true)
      expect(isDue(one, new Date(one.getTime() - 1))).toBe(false)
    }),
  )
})

test('a run counts on over free lessons and begins anew after another rule', () => {
  const monday: OpeningRule = { kind: 'weekdays', weekdays: [1], hour: 10 }
  const tuesday: OpeningRule = { ...monday, weekdays: [2] }
  const rules = [null, monday, 'free', monday, tuesday, tuesday, null, monday] as const
  const placed = placeOpenings(
    rules.map((rule, at) => ({
      id: `${at}`,
      isPreview: rule === 'free',
      opens: rule === 'free' ? monday : rule,
    })),
  )

  const places = [...placed.values()].map((one) => (one?.kind === 'weekdays' ? one.nth : null))
  expect(places).toEqual([null, 1, null, 2, 1, 2, null, 1])
})

test('the first lesson has none before it, and opens at once', () => {
  const opens: OpeningRule = { kind: 'after_previous' }
  const lessons = ['a', 'b'].map((id) => ({ id, isPreview: false, opens }))
  expect([...placeOpenings(lessons).values()]).toEqual([null, { kind: 'after', video_id: 'a' }])
})
