import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fractionPlayed,
  type Interval,
  mergeIntervals,
  playedSeconds,
} from '../played-intervals.ts'
import { joinPlays } from './join-plays.ts'
import type { videoProgress } from './tables.ts'

type Play = typeof videoProgress.$inferSelect

const now = new Date('2026-11-23T10:00:00Z')
const lengthInSeconds = 100

function play(played: Interval[], given: Partial<Play> = {}): Play {
  const merged = mergeIntervals(played)
  return {
    learnerId: 'learner',
    courseId: 'course',
    videoId: 'video',
    positionInSeconds: merged.at(-1)?.[1] ?? 0,
    durationInSeconds: lengthInSeconds,
    played: merged,
    playedInSeconds: playedSeconds(merged),
    fraction: Math.min(0.899, fractionPlayed(merged, lengthInSeconds)),
    completedAt: null,
    reportedAt: new Date('2026-11-20T10:00:00Z'),
    allowanceInSeconds: 0,
    openedAt: new Date('2026-11-19T10:00:00Z'),
    witnessedInSeconds: null,
    film: 1,
    ...given,
  }
}

describe('a lesson that was played in both accounts', () => {
  test('goes on where it was left last, with the seconds of both', () => {
    const work = play([[0, 30]], { reportedAt: new Date('2026-11-21T10:00:00Z') })
    const own = play([[20, 50]])

    const [joined, ...others] = joinPlays([own, work], [], now)

    expect(others).toEqual([])
    expect(joined).toMatchObject({ played: [[0, 50]], fraction: 0.5, positionInSeconds: 30 })
  })

  test('of which each saw one half is watched, unless there was no time for it', () => {
    const halves = [play([[0, 50]]), play([[50, 100]])]
    const openedAt = new Date(now.getTime() - 10_000)
    const hurried = halves.map((half) => ({ ...half, openedAt }))

    expect(joinPlays(halves, [], now)).toMatchObject([{ completedAt: now, fraction: 1 }])
    expect(joinPlays(hurried, [], now)).toMatchObject([{ completedAt: null, fraction: 0.899 }])
  })

  test('and in one of them as another film keeps both films, and stays completed', () => {
    const completedAt = new Date('2026-11-18T10:00:00Z')
    const old = play([[0, 100]], { completedAt, fraction: 1 })
    const fresh = play([[0, 10]], { film: 2, reportedAt: new Date('2026-11-22T10:00:00Z') })
    const earlier = play([[10, 20]], { film: 2 })

    const joined = joinPlays([fresh, old], [earlier], now)

    expect(joined).toMatchObject([
      { film: 1, played: [[0, 100]], completedAt: null },
      { film: 2, played: [[0, 20]], completedAt, fraction: 1 },
    ])
  })

  test('has no second, film or completion less than either, and each film once', () => {
    const second = fc.integer({ min: 0, max: lengthInSeconds })
    const interval = fc
      .tuple(second, second)
      .map(([a, b]): Interval => [Math.min(a, b), Math.max(a, b)])
    const day = fc.integer({ min: 1, max: 22 }).map((at) => new Date(Date.UTC(2026, 10, at)))
    const some = fc
      .record({
        played: fc.array(interval, { maxLength: 4 }),
        film: fc.integer({ min: 1, max: 3 }),
        reportedAt: day,
        completedAt: fc.option(day),
      })
      .map(({ played, ...given }) => {
        const made = play(played, given)
        return given.completedAt ? { ...made, fraction: 0.95 } : made
      })
    const films = fc.uniqueArray(some, { selector: ({ film }) => film, maxLength: 3 })

    fc.assert(
      fc.property(some, some, films, films, (a, b, ofA, ofB) => {
        const beside = [
          ...ofA.filter(({ film }) => film !== a.film),
          ...ofB.filter(({ film }) => film !== b.film),
        ]
        const earlier = beside.map((one) => ({ ...one, completedAt: null }))
        const joined = joinPlays([a, b], earlier, now)
        const main = joined.at(-1)!

        expect(new Set(joined.map(({ film }) => film)).size).toBe(joined.length)
        expect([a.film, b.film]).toContain(main.film)
        const ofMain = [a, b, ...earlier].filter(({ film }) => film === main.film)
        const latest = Math.max(...ofMain.map(({ reportedAt }) => reportedAt.getTime()))
        expect(
          ofMain
            .filter(({ reportedAt }) => reportedAt.getTime() === latest)
            .map(({ positionInSeconds }) => positionInSeconds),
        ).toContain(main.positionInSeconds)
        for (const one of [a, b, ...earlier]) {
          const kept = joined.find(({ film }) => film === one.film)!
          expect(kept.playedInSeconds).toBeGreaterThanOrEqual(one.playedInSeconds)
          expect(mergeIntervals([...kept.played, ...one.played])).toEqual(kept.played)
        }
        const completions = [a, b].flatMap(({ completedAt }) => completedAt?.getTime() ?? [])
        const isAsComplete =
          completions.length === 0 ||
          (main.completedAt?.getTime() === Math.min(...completions) && main.fraction >= 0.9)
        expect(isAsComplete).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
