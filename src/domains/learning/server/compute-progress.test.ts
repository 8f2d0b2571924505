import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Interval, mergeIntervals, subtract } from '../played-intervals.ts'
import { computeProgress, type Report } from './compute-progress.ts'
import type { ProgressSnapshot } from './progress-snapshot.ts'

const noon = Date.parse('2026-11-22T06:30:00Z')
const statedInSeconds = 600

describe('a film of ten minutes, as stated', () => {
  const seconds = fc.double({ min: 0.1, max: 3000, noNaN: true })
  const step = fc.record({
    wait: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 200, noNaN: true })),
    duration: fc.oneof(seconds, fc.constantFrom(5, 300, 600, 1e6)),
    played: fc.array(fc.tuple(seconds, seconds), { maxLength: 3 }),
    claimsAll: fc.boolean(),
  })

  test('is completed by nobody before nine tenths could have passed at double speed', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.array(seconds, { maxLength: 10 }),
        fc.nat(300),
        (steps, witnessed, openedBefore) => {
          const lesson = openLesson(witnessed, openedBefore)
          for (const { wait, duration, played, claimsAll } of steps) {
            lesson.passSeconds(wait)
            const { video } = lesson.report(duration, claimsAll ? [[0, 3000]] : played)
            expect(video.isCompleted).toBe(video.fraction >= 0.9)
            const isSoon = lesson.openFor() < 0.45 * statedInSeconds
            expect(video.isCompleted && isSoon).toBe(false)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is completed by whoever plays it to its end, whatever others said of it', () => {
    expect.hasAssertions()
    const real = fc.double({ min: 310, max: 1100, noNaN: true })
    const speed = fc.constantFrom(0.75, 1, 1.5, 2)
    fc.assert(
      fc.property(real, speed, fc.array(seconds, { maxLength: 10 }), (real, speed, witnessed) => {
        const lesson = openLesson(witnessed, 2)
        let left: Interval[] = []
        for (let at = 0; at < real; at += 5 * speed) {
          const answer = lesson.report(real, [[0, at]])
          left = subtract(mergeIntervals([[0, at]]), answer.counted)
          lesson.passSeconds(5)
        }
        let { video, counted } = lesson.report(real, [...left, [0, real]])
        left = subtract(mergeIntervals([[0, real]]), counted)
        // The browser sends again what did not count yet.
        for (let tries = 0; left.length > 0 && tries < 20; tries += 1) {
          lesson.passSeconds(15)
          const answer = lesson.report(real, left)
          video = answer.video
          left = subtract(left, answer.counted)
        }
        expect(left).toEqual([])
        expect(video.isCompleted).toBe(true)
      }),
    )
  })

  test('is brought back by nothing that is told late, and on by it only to where it was played', () => {
    expect.hasAssertions()
    const at = fc.integer({ min: 0, max: 600 })
    const playing = fc.record({ wait: fc.integer({ min: 61, max: 10_000 }), at })
    const late = fc.record({ at, before: fc.integer({ min: 61, max: 1_000_000 }) })
    fc.assert(
      fc.property(fc.array(playing, { minLength: 1 }), fc.array(late), (plays, lates) => {
        const lesson = openLesson([], 2)
        let position = 0
        for (const [turn, { wait, at }] of plays.entries()) {
          lesson.passSeconds(wait)
          position = lesson.report(600, [], { at, secondsAgo: 0 }).video.positionInSeconds
          expect(position).toBe(at)
          const waiting = lates[turn]
          if (!waiting) continue
          lesson.passSeconds(5)
          const told = { at: waiting.at, secondsAgo: 5 + waiting.before }
          position = Math.max(position, waiting.at)
          expect(lesson.report(600, [], told).video.positionInSeconds).toBe(position)
        }
      }),
    )
  })
})

/** One learner before one film, on a clock of their own. */
function openLesson(witnessed: number[], openedBefore: number) {
  const openedAt = new Date(noon)
  let now = noon + openedBefore * 1000
  let kept: ProgressSnapshot['kept'] = null
  const report = (
    durationInSeconds: number,
    played: Interval[],
    told = { at: 0, secondsAgo: 0 },
  ) => {
    const sent: Report = {
      learnerId: 'asha',
      courseId: 'reels',
      videoId: 'intro',
      positionInSeconds: told.at,
      durationInSeconds,
      played,
      toldSecondsAgo: told.secondsAgo,
      openedAt,
    }
    const computed = computeProgress(sent, {
      is_owned: true,
      is_preview: false,
      lessons_revision: 1,
      is_on_sale: true,
      now: new Date(now).toISOString(),
      revision: null,
      is_completed: false,
      fractions: [{ id: 'intro', fraction: 0 }],
      kept,
      earlier: null,
      film: {
        number: 1,
        url: 'https://youtu.be/aqz-KE-bpKQ',
        earlier: {},
        stated: '10 min',
        measured: null,
        has_rule: false,
      },
      witnessed,
    })
    kept = {
      film: 1,
      position_in_seconds: computed.video.positionInSeconds,
      duration_in_seconds: computed.durationInSeconds,
      played: computed.credited.intervals,
      fraction: computed.video.fraction,
      completed_at: computed.completedAt,
      reported_at: new Date(now).toISOString(),
      allowance_in_seconds: computed.credited.unspentInSeconds,
      opened_at: computed.openedAt.toISOString(),
      witnessed_in_seconds: computed.witnessedInSeconds,
    }
    return computed
  }
  return {
    report,
    passSeconds: (seconds: number) => {
      now += seconds * 1000
    },
    openFor: () => (now - noon) / 1000,
  }
}
