import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addPlayed,
  courseProgressPercent,
  creditPlayed,
  fractionPlayed,
  type Interval,
  isVideoComplete,
  MAX_STORED_INTERVALS,
  mergeIntervals,
  newlyPlayedSeconds,
  plausiblePlayedAllowance,
  playedSeconds,
} from './played-intervals.ts'

const noon = new Date('2026-01-01T06:30:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000)

describe('played intervals', () => {
  test('overlapping and touching stretches become one', () => {
    expect(
      mergeIntervals([
        [10, 12],
        [0, 5],
        [4, 8],
        [8, 9],
      ]),
    ).toEqual([
      [0, 9],
      [10, 12],
    ])
  })

  test('nonsense is left out, and a start before the video is its start', () => {
    const odd: Interval[] = [
      [5, 5],
      [9, 2],
      [Number.NaN, 3],
      [1, Number.NaN],
      [0, Infinity],
      [-3, 1],
    ]

    expect(mergeIntervals(odd)).toEqual([[0, 1]])
  })

  test('nothing counts beyond the end of the video', () => {
    expect(
      addPlayed(
        [[0, 5]],
        [
          [8, 99],
          [20, 30],
        ],
        10,
      ),
    ).toEqual([
      [0, 5],
      [8, 10],
    ])
  })

  test('a video of unknown length gains nothing', () => {
    expect(addPlayed([[0, 5]], [[5, 9]], Number.NaN)).toEqual([[0, 5]])
    expect(fractionPlayed([[0, 5]], 0)).toBe(0)
  })

  test('a second played twice counts once', () => {
    expect(
      playedSeconds([
        [0, 10],
        [5, 10],
        [5, 12],
      ]),
    ).toBe(12)
    expect(newlyPlayedSeconds([[0, 10]], [[0, 12]])).toBe(2)
  })

  test('thousands of specks are kept in bounds without inventing played time', () => {
    const specks = Array.from({ length: 3000 }, (_, at): Interval => [at * 2, at * 2 + 1])

    const stored = addPlayed([], specks, 6000)

    expect(stored).toHaveLength(MAX_STORED_INTERVALS)
    expect(playedSeconds(stored)).toBeLessThanOrEqual(playedSeconds(specks))
  })

  test('stretches with unnoticeable gaps are joined rather than forgotten', () => {
    const nearly = Array.from({ length: 600 }, (_, at): Interval => [at, at + 0.9])

    const stored = addPlayed([], nearly, 600)

    expect(stored).toHaveLength(MAX_STORED_INTERVALS)
    expect(playedSeconds(stored)).toBeCloseTo(600 * 0.9 + 100 * 0.1, 3)
  })
})

describe('progress', () => {
  test('a video is complete at nine tenths', () => {
    expect(isVideoComplete(fractionPlayed([[0, 8.9]], 10))).toBe(false)
    expect(isVideoComplete(fractionPlayed([[0, 9]], 10))).toBe(true)
  })

  test('a complete video counts whole, and the course is the mean of its videos', () => {
    expect(courseProgressPercent([0.95, 0.5, 0, 0.5])).toBe(50)
    expect(courseProgressPercent([0.9, 0.9, 0.9])).toBe(100)
    expect(courseProgressPercent([])).toBe(0)
    expect(courseProgressPercent([Number.NaN, 1])).toBe(50)
  })
})

describe('the allowance', () => {
  const allowance = (passed: number | null, unspentInSeconds = 0) =>
    plausiblePlayedAllowance({
      lastReportAt: passed === null ? null : noon,
      unspentInSeconds,
      now: after(passed ?? 0),
      durationInSeconds: 600,
    })

  test('the first report may claim no more than a few seconds', () => {
    expect(allowance(null)).toBe(5)
    expect(allowance(null, 1000)).toBe(5)
  })

  test('later ones may claim twice the time that passed', () => {
    expect(allowance(10)).toBe(20)
    expect(allowance(10, 3)).toBe(23)
    expect(allowance(10, 1000)).toBe(25)
  })

  test('it never exceeds the video, nor does a clock set back give or take', () => {
    expect(allowance(3600)).toBe(600)
    expect(allowance(-50, 2)).toBe(2)
  })

  test('a learner who drags to the end and claims it all gets the few seconds', () => {
    const credit = creditPlayed([], {
      played: [[0, 600]],
      durationInSeconds: 600,
      allowanceInSeconds: 5,
    })

    expect(credit).toEqual({
      intervals: [[0, 5]],
      newlyPlayedInSeconds: 5,
      unspentInSeconds: 0,
      counted: [[0, 5]],
    })
  })

  test('a learner at double speed on a jittery network is credited every second', () => {
    let state = { intervals: [] as Interval[], unspentInSeconds: 0, at: null as Date | null }
    const arrivals = [0, 6.5, 10.2, 16, 20.1, 25, 32, 35, 40.5]
    for (const [index, arrival] of arrivals.entries()) {
      const now = after(arrival)
      const credit = creditPlayed(state.intervals, {
        played: [[0, index * 10]],
        durationInSeconds: 80,
        allowanceInSeconds: plausiblePlayedAllowance({
          lastReportAt: state.at,
          unspentInSeconds: state.unspentInSeconds,
          now,
          durationInSeconds: 80,
        }),
      })
      state = { ...credit, at: now }
    }

    expect(state.intervals).toEqual([[0, 80]])
  })

  test('claims beyond the allowance are made good by a later report', () => {
    const first = creditPlayed([[0, 5]], {
      played: [[0, 30]],
      durationInSeconds: 60,
      allowanceInSeconds: 10,
    })
    const second = creditPlayed(first.intervals, {
      played: [[0, 30]],
      durationInSeconds: 60,
      allowanceInSeconds: 20,
    })

    expect(first.intervals).toEqual([[0, 15]])
    expect(second.intervals).toEqual([[0, 30]])
    expect(second.unspentInSeconds).toBe(5)
  })
})

describe('for any list of intervals', () => {
  const durationInSeconds = 60
  const tenth = fc.integer({ min: -50, max: 700 }).map((value) => value / 10)
  const anyInterval = fc.tuple(fc.oneof(tenth, fc.double()), fc.oneof(tenth, fc.double()))
  const gridInterval = fc.tuple(tenth, tenth)
  const list = (one: fc.Arbitrary<Interval>) => fc.array(one, { maxLength: 40 })
  const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void) =>
    fc.assert(fc.property(arbitrary, check), { numRuns: 500 })

  test('the order of reports does not matter', () => {
    expect.hasAssertions()
    holds(fc.tuple(list(anyInterval), list(anyInterval)), ([left, right]) => {
      expect(addPlayed(left, right, durationInSeconds)).toEqual(
        addPlayed(right, left.toReversed(), durationInSeconds),
      )
    })
  })

  test('a report sent twice changes nothing', () => {
    expect.hasAssertions()
    holds(fc.tuple(list(anyInterval), list(anyInterval)), ([left, right]) => {
      const once = addPlayed(left, right, durationInSeconds)
      expect(addPlayed(once, right, durationInSeconds)).toEqual(once)
    })
  })

  test('the result is sorted, apart, and never longer than the video', () => {
    expect.hasAssertions()
    holds(list(anyInterval), (intervals) => {
      const merged = addPlayed([], intervals, durationInSeconds)
      const ends = merged.flat()
      expect(ends).toEqual([...new Set(ends)].sort((left, right) => left - right))
      expect(playedSeconds(merged)).toBeLessThanOrEqual(durationInSeconds)
      expect(fractionPlayed(merged, durationInSeconds)).toBeLessThanOrEqual(1)
    })
  })

  test('merging is the union of the tenths of seconds that were played', () => {
    expect.hasAssertions()
    holds(fc.tuple(list(gridInterval), list(gridInterval)), ([left, right]) => {
      const tenths = new Set<number>()
      for (const [from, to] of [...left, ...right]) {
        const start = Math.max(0, Math.round(from * 10))
        for (let at = start; at < Math.min(600, Math.round(to * 10)); at += 1) tenths.add(at)
      }
      const merged = addPlayed(left, right, durationInSeconds)
      expect(playedSeconds(merged)).toBeCloseTo(tenths.size / 10, 6)
    })
  })

  test('no report gains more than its allowance, and none takes anything away', () => {
    expect.hasAssertions()
    holds(
      fc.tuple(list(anyInterval), list(anyInterval), fc.double({ min: 0, max: 100, noNaN: true })),
      ([earlier, played, allowanceInSeconds]) => {
        const existing = addPlayed([], earlier, durationInSeconds)
        const credit = creditPlayed(existing, { played, durationInSeconds, allowanceInSeconds })
        expect(credit.newlyPlayedInSeconds).toBeLessThanOrEqual(allowanceInSeconds + 1e-6)
        expect(addPlayed(credit.intervals, existing, durationInSeconds)).toEqual(credit.intervals)
      },
    )
  })

  test('however often a cheat reports, real time at double speed is the limit', () => {
    expect.hasAssertions()
    const waits = fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { maxLength: 60 })
    holds(waits, (waits) => {
      let intervals: Interval[] = []
      let unspentInSeconds = 0
      let lastReportAt: Date | null = null
      let passed = 0
      for (const wait of waits) {
        passed += wait
        const now = after(passed)
        const allowanceInSeconds = plausiblePlayedAllowance({
          lastReportAt,
          unspentInSeconds,
          now,
          durationInSeconds: 1000,
        })
        const credit = creditPlayed(intervals, {
          played: [[0, 1000]],
          durationInSeconds: 1000,
          allowanceInSeconds,
        })
        intervals = credit.intervals
        unspentInSeconds = credit.unspentInSeconds
        lastReportAt = now
      }
      expect(playedSeconds(intervals)).toBeLessThanOrEqual(5 + 2 * passed + 0.01)
    })
  })
})
