import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseBackupsToKeep, chooseBackupsToRemove } from './choose-backups-to-keep.ts'

const dayInMs = 86_400_000
const at = (madeAt: string) => ({ madeAt: new Date(madeAt) })
const names = (kept: { madeAt: Date }[]) =>
  kept.map(({ madeAt }) => madeAt.toISOString().slice(0, 10)).toSorted()

/** At three in the morning in India, so many days before 22 November 2026, a Sunday. */
const daysAgo = (days: number) => ({
  madeAt: new Date(Date.UTC(2026, 10, 21, 21, 30) - days * dayInMs),
})

describe('the backups that are kept', () => {
  test('after two years of nights are 7 days, 4 weeks and 12 months', () => {
    const kept = chooseBackupsToKeep(Array.from({ length: 730 }, (_, days) => daysAgo(days)))

    expect(names(kept)).toEqual(
      [
        // Nights as the world's clock names them: the evening before.
        ...['15', '16', '17', '18', '19', '20', '21'].map((day) => `2026-11-${day}`),
        '2026-11-14',
        '2026-11-07',
        '2026-10-31',
        '2026-10-30',
        '2026-09-29',
        '2026-08-30',
        '2026-07-30',
        '2026-06-29',
        '2026-05-30',
        '2026-04-29',
        '2026-03-30',
        '2026-02-27',
        '2026-01-30',
        '2025-12-30',
      ].toSorted(),
    )
  })

  test('count by the day in India', () => {
    const late = at('2026-11-20T18:00:00Z') // half past eleven at night
    const early = at('2026-11-20T19:00:00Z') // half past midnight
    const same = at('2026-11-21T18:00:00Z')

    expect(chooseBackupsToKeep([late, early, same])).toEqual([same, late])
  })

  test('have the newest among them, are few, and thinning them again changes nothing', () => {
    const anyBackup = fc.record({
      madeAt: fc.date({
        min: new Date('2020-01-01'),
        max: new Date('2030-01-01'),
        noInvalidDate: true,
      }),
    })
    fc.assert(
      fc.property(fc.array(anyBackup, { maxLength: 200 }), (backups) => {
        const kept = chooseBackupsToKeep(backups)

        const newest = Math.max(...backups.map(({ madeAt }) => madeAt.getTime()))
        expect(kept[0]?.madeAt.getTime()).toBe(backups.length > 0 ? newest : undefined)
        expect(kept.length).toBeLessThanOrEqual(7 + 4 + 12)
        expect(kept.every((one) => backups.includes(one))).toBe(true)
        expect(chooseBackupsToKeep(kept)).toEqual(kept)
      }),
    )
  })

  test('night by night are those that the rule would choose of all that ever were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 120 }),
        (pausesInHours) => {
          const all: { madeAt: Date }[] = []
          let there: { madeAt: Date }[] = []
          let now = Date.UTC(2025, 0, 1)
          for (const pause of pausesInHours) {
            now += pause * 3_600_000
            const next = { madeAt: new Date(now) }
            all.push(next)
            there = chooseBackupsToKeep([...there, next])
          }

          expect(new Set(there)).toEqual(new Set(chooseBackupsToKeep(all)))
        },
      ),
    )
  })

  test('stay few and have the newest whatever the clock does, once it is right again', () => {
    // Months by their ends, leap years, days of no daylight saving; at times years ahead or back.
    const pause = fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 40 * 24 }) },
      { weight: 1, arbitrary: fc.integer({ min: -3 * 366 * 24, max: 3 * 366 * 24 }) },
    )
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2023-12-01'), max: new Date('2024-03-31'), noInvalidDate: true }),
        fc.array(pause, { maxLength: 120 }),
        (start, pausesInHours) => {
          let there: { madeAt: Date }[] = []
          let at = start.getTime()
          const make = () => {
            const made = { madeAt: new Date(at) }
            const before = [...there, made]
            const removed = new Set(chooseBackupsToRemove(before, made.madeAt))
            there = before.filter((one) => !removed.has(one))
            expect(there).toContain(made)
            for (const { madeAt } of removed) expect(madeAt <= made.madeAt).toBe(true)
            const rightful = before.filter(({ madeAt }) => madeAt <= made.madeAt)
            expect(new Set(there.filter((one) => rightful.includes(one)))).toEqual(
              new Set(chooseBackupsToKeep(rightful)),
            )
          }
          for (const pauseInHours of pausesInHours) {
            at += pauseInHours * 3_600_000
            make()
          }
          at = Math.max(at, ...there.map(({ madeAt }) => madeAt.getTime())) + 1
          make()
          expect(there.length).toBeLessThanOrEqual(7 + 4 + 12)
        },
      ),
    )
  })
})
