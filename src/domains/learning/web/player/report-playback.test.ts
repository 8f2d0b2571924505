import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { MediaEvent } from './media-port.ts'
import { createPlaybackReporter, type PlaybackReport } from './report-playback.ts'

let reports: PlaybackReport[]
let told: string[]
let nowInMs: number
let reporter: ReturnType<typeof createPlaybackReporter>

beforeEach(() => {
  reports = []
  told = []
  nowInMs = 0
  reporter = createPlaybackReporter(
    {
      onProgress: (report) => reports.push(report),
      onEnded: () => told.push('ended'),
      onCompletedPlayback: () => told.push('completed'),
    },
    0,
    () => nowInMs,
  )
})

const hear = (...events: MediaEvent[]) => events.forEach((event) => reporter.hear(event))
const start = (durationInSeconds: number) =>
  hear({ type: 'ready' }, { type: 'durationchange', durationInSeconds }, { type: 'play' })
const watch = (fromInSeconds: number, toInSeconds: number) => {
  for (let at = fromInSeconds; at <= toInSeconds; at += 0.25) {
    hear({ type: 'timeupdate', positionInSeconds: at })
    nowInMs += 250
  }
}

describe('a learner at the player', () => {
  test('starts the server clock with the first moving picture', () => {
    start(60)

    expect(reports).toEqual([{ position: 0, duration: 60, played: [] }])
  })

  test('is reported as soon as the length is known, if that comes late', () => {
    hear({ type: 'play' }, { type: 'timeupdate', positionInSeconds: 0.1 })
    expect(reports).toEqual([])

    hear({ type: 'durationchange', durationInSeconds: 60 })

    expect(reports).toEqual([{ position: 0.1, duration: 60, played: [[0, 0.1]] }])
  })

  test('is reported about every five seconds while watching', () => {
    start(60)

    watch(0, 21)

    expect(reports.map((report) => report.position)).toEqual([0, 5, 10, 15, 20])
    expect(reports.at(-1)?.played).toEqual([[0, 20]])
  })

  test('is reported at once on pause, and only once', () => {
    start(60)
    watch(0, 2)

    hear({ type: 'pause' })
    reporter.flush()

    expect(reports).toHaveLength(2)
    expect(reports.at(-1)).toEqual({ position: 2, duration: 60, played: [[0, 2]] })
  })

  test('who leaves the page is reported with the last second', () => {
    start(60)
    watch(0, 3)

    reporter.flush()

    expect(reports.at(-1)).toEqual({ position: 3, duration: 60, played: [[0, 3]] })
  })

  test('who drags to the end has not played what lies between', () => {
    start(60)
    watch(0, 2)

    hear({ type: 'seek' }, { type: 'timeupdate', positionInSeconds: 59.9 }, { type: 'ended' })

    expect(reports.at(-1)).toEqual({
      position: 60,
      duration: 60,
      played: [
        [0, 2],
        [59.9, 60],
      ],
    })
    expect(told).toEqual(['ended'])
  })

  test('the first moment was played, though a busy page hears of it late', () => {
    start(60)
    nowInMs += 1100
    watch(1.1, 5)

    reporter.flush()

    expect(reports.at(-1)?.played).toEqual([[0, 4.85]])
  })

  test('who begins elsewhere than the player was to has not played what lies before', () => {
    start(60)
    watch(20, 25)

    reporter.flush()

    expect(reports.at(-1)?.played).toEqual([[20, 25]])
  })

  test('who skips even one second has not played it', () => {
    start(60)
    watch(0, 2)

    hear({ type: 'seek' })
    watch(3, 4)
    reporter.flush()

    expect(reports.at(-1)?.played).toEqual([
      [0, 2],
      [3, 4],
    ])
  })

  test('who moves the position while paused has played nothing', () => {
    start(60)
    hear({ type: 'pause' })

    watch(10, 12)
    reporter.flush()

    expect(reports.at(-1)).toEqual({ position: 12, duration: 60, played: [] })
  })

  test('who watched to the end is told once that it is complete, and the last step counts', () => {
    start(10)
    watch(0, 9.5)

    hear({ type: 'pause' }, { type: 'ended' })

    expect(reports.at(-1)).toEqual({ position: 10, duration: 10, played: [[0, 10]] })
    expect(told).toEqual(['completed', 'ended'])
  })

  test('seconds in which a busy device halts the page were watched, a jump after a pause was not', () => {
    start(60)
    watch(0, 2)
    nowInMs += 4_000
    watch(6.25, 7)
    hear({ type: 'pause' })
    nowInMs += 30_000
    hear({ type: 'play' })
    watch(27, 28)

    reporter.flush()

    expect(reports.at(-1)?.played).toEqual([
      [0, 7],
      [27, 28],
    ])
  })

  test('an end that comes long after a pause gives nothing that was not watched', () => {
    start(60)
    watch(0, 2)
    hear({ type: 'pause' })
    nowInMs += 90_000

    hear({ type: 'ended' })

    expect(reports.at(-1)?.played).toEqual([[0, 2]])
  })

  test('who leaves before the first picture keeps the position of the last visit', () => {
    reporter = createPlaybackReporter(
      {
        onProgress: (report) => reports.push(report),
        onEnded: () => {},
        onCompletedPlayback: () => {},
      },
      30,
    )

    start(60)

    expect(reports).toEqual([{ position: 30, duration: 60, played: [] }])
  })

  test('is reported on while the clock of the device is put back', () => {
    vi.useFakeTimers()
    try {
      reporter = createPlaybackReporter(
        {
          onProgress: (report) => reports.push(report),
          onEnded: () => {},
          onCompletedPlayback: () => {},
        },
        0,
      )
      start(60)
      vi.setSystemTime(Date.now() - 3_600_000)

      for (let at = 0; at <= 21; at += 0.25) {
        hear({ type: 'timeupdate', positionInSeconds: at })
        vi.advanceTimersByTime(250)
      }

      expect(reports.map((report) => report.position)).toEqual([0, 5, 10, 15, 20])
    } finally {
      vi.useRealTimers()
    }
  })

  test('who never starts is not reported', () => {
    hear({ type: 'ready' }, { type: 'durationchange', durationInSeconds: 60 })

    reporter.flush()

    expect(reports).toEqual([])
  })
})
