import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayInIndia, startOfDay } from '../../shared/india-time.ts'
import {
  changeWeekdays,
  isPlanned,
  isToBeReminded,
  nextHour,
  type StudyPlan,
  streak,
} from './study-plan.ts'

/** A Monday. */
const monday = '2026-11-02'
const daily: StudyPlan = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  hour: 19,
  remindedBy: 'mail',
  since: monday,
  earlier: [],
}
const at = (day: string, hour: number, minute = 0) =>
  new Date(startOfDay(day).getTime() + (hour * 60 + minute) * 60_000)

/** A letter a day: p played, - not. The last day is today. */
function count(story: string, plan: Partial<StudyPlan> = {}): number {
  const played = story
    .split('')
    .flatMap((sign, index) => (sign === 'p' ? addDays(monday, index) : []))
  return streak({ ...daily, ...plan }, new Set(played), addDays(monday, story.length - 1))
}

describe('the row of planned days', () => {
  test.each([
    ['', 0],
    ['-', 0],
    ['p', 1],
    ['pp-', 2],
    ['pp-p', 3],
    ['pp--', 2],
    ['pp--p', 1],
    ['pp---', 0],
    ['pp-p-p', 2],
    ['pp-pppppp-p', 7],
    ['pp-ppppppp-p', 10],
    ['-----p', 1],
  ])('of %j is %i', (story, expected) => {
    expect(count(story)).toBe(expected)
  })

  test('goes on over days that were not planned', () => {
    expect(count('p-p-p--p', { weekdays: [1, 3, 5] })).toBe(4)
    expect(count('pppppppp', { weekdays: [1] })).toBe(2)
  })

  test('judges each day by what was planned then', () => {
    const twice = { weekdays: [1, 3], earlier: [] }
    const earlier = changeWeekdays(twice, [1, 2, 3, 4, 5, 6, 7], '2026-11-11')
    const changed = { ...daily, earlier }

    expect(isPlanned(changed, '2026-11-10')).toBe(false)
    expect(isPlanned(changed, '2026-11-12')).toBe(true)
    // Mondays and Wednesdays, then every day.
    expect(count('p-p----p-p', { earlier })).toBe(4)
    expect(changeWeekdays(changed, [7], '2026-11-11')).toEqual(earlier)
  })

  test('never falls by playing more, nor by days that were not planned', () => {
    const story = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 })
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    fc.assert(
      fc.property(story, weekdays, fc.nat(59), (days, chosen, more) => {
        const plan = { ...daily, weekdays: chosen }
        const today = addDays(monday, days.length - 1)
        const all = days.map((_, index) => addDays(monday, index))
        const played = all.filter((_, index) => days[index])
        const now = streak(plan, new Set(played), today)
        const added = addDays(monday, more)
        expect(streak(plan, new Set([...played, added]), today)).toBeGreaterThanOrEqual(now)
        const planned = played.filter((day) => isPlanned(plan, day))
        expect(streak(plan, new Set(planned), today)).toBe(now)
        expect(now).toBeLessThanOrEqual(planned.length)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a reminder', () => {
  const silent = { hasPlayedToday: false, remindedOn: null }

  test('comes at the hour of a planned day, once', () => {
    expect(isToBeReminded(daily, { ...silent, now: at(monday, 18, 59) })).toBe(false)
    expect(isToBeReminded(daily, { ...silent, now: at(monday, 19) })).toBe(true)
    expect(isToBeReminded(daily, { ...silent, now: at(monday, 21, 1) })).toBe(false)
    const other = { ...daily, weekdays: [2] }
    expect(isToBeReminded(other, { ...silent, now: at(monday, 19) })).toBe(false)
    const now = at(monday, 19, 30)
    expect(isToBeReminded(daily, { ...silent, now, remindedOn: monday })).toBe(false)
    expect(isToBeReminded(daily, { ...silent, now, hasPlayedToday: true })).toBe(false)
    expect(isToBeReminded({ ...daily, remindedBy: 'none' }, { ...silent, now })).toBe(false)
  })

  test('of eleven at night does not come after midnight', () => {
    const late = { ...daily, hour: 23 }
    expect(isToBeReminded(late, { ...silent, now: at(monday, 24, 30) })).toBe(false)
  })

  test('is next due at the first planned hour after an instant', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.nat(23),
        fc.date({
          min: new Date('2026-01-01'),
          max: new Date('2027-01-01'),
          noInvalidDate: true,
        }),
        (weekdays, hour, after) => {
          const plan = { ...daily, weekdays, hour }
          const next = nextHour(plan, after)
          expect(next > after).toBe(true)
          expect(next.getTime() - after.getTime()).toBeLessThanOrEqual(7 * 86_400_000)
          const day = dayInIndia(next)
          expect(isPlanned(plan, day)).toBe(true)
          expect(next).toEqual(at(day, hour))
          expect(isToBeReminded(plan, { ...silent, now: next })).toBe(true)
        },
      ),
    )
  })
})
