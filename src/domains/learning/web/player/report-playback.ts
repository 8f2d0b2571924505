import {
  addPlayed,
  fractionPlayed,
  type Interval,
  isVideoComplete,
} from '../../played-intervals.ts'
import type { MediaEvent } from './media-port.ts'
import { breakOff, type PlayedTrack, playedSoFar, trackPosition } from './track-played.ts'

/** What the server is told, all in seconds; `played` is everything since the player was opened. */
export type PlaybackReport = { position: number; duration: number; played: Interval[] }

export type PlaybackListener = {
  onProgress: (report: PlaybackReport) => void
  onEnded: () => void
  /** Once, when enough was played since opening to complete the video. */
  onCompletedPlayback: () => void
}

export const REPORT_EVERY_IN_MS = 5000

export type PlaybackReporter = {
  hear: (event: MediaEvent) => void
  /** Reports at once what is not reported yet: when the page is hidden or left. */
  flush: () => void
}

/**
 * Follows a playback and reports it: when it starts (which starts the server's clock), every five
 * seconds while pictures move, on pause and at the end. A report that would repeat the last one
 * is not made.
 */
export function createPlaybackReporter(
  listener: PlaybackListener,
  startAtInSeconds: number,
  // No clock that may be set: one that goes back would end the reports.
  now: () => number = () => performance.now(),
): PlaybackReporter {
  // A busy page hears of the first position late: what plays until then begins at the start.
  let track: PlayedTrack = { closed: [], open: [startAtInSeconds, startAtInSeconds] }
  // Until a position is told: a learner who leaves at once must find the old one again.
  let position = startAtInSeconds
  let duration = 0
  let rate = 1
  let isPlaying = false
  let hasStarted = false
  let hasCompleted = false
  let lastReport = ''
  let lastReportAt = Number.NEGATIVE_INFINITY
  /** When the last position was heard, or pictures began to move after it. */
  let heardAt = now()

  const report = () => {
    if (!hasStarted || duration <= 0) return
    const content: PlaybackReport = {
      position: Math.min(roundToTenth(position), duration),
      duration,
      played: addPlayed([], playedSoFar(track), duration),
    }
    const text = JSON.stringify(content)
    if (text === lastReport) return
    lastReport = text
    lastReportAt = now()
    listener.onProgress(content)
  }
  const reportIfDue = () => {
    if (now() - lastReportAt >= REPORT_EVERY_IN_MS) report()
  }
  const follow = (positionInSeconds: number, passedInSeconds: number) => {
    position = positionInSeconds
    heardAt = now()
    track = isPlaying ? trackPosition(track, { positionInSeconds, rate, passedInSeconds }) : track
    if (hasCompleted || duration <= 0) return
    hasCompleted = isVideoComplete(fractionPlayed(playedSoFar(track), duration))
    if (hasCompleted) listener.onCompletedPlayback()
  }

  const hear = (event: MediaEvent) => {
    if (event.type === 'durationchange') duration = event.durationInSeconds
    if (event.type === 'ratechange') rate = event.rate
    if (event.type === 'seek') track = breakOff(track)
    if (['play', 'seek', 'waiting'].includes(event.type)) heardAt = now()
    if (event.type === 'timeupdate') follow(event.positionInSeconds, (now() - heardAt) / 1000)
    if (event.type === 'play') {
      isPlaying = true
      hasStarted = true
    }
    if (event.type === 'ended' && duration > 0) {
      // The last step to the end is often not told as a position.
      isPlaying = true
      follow(duration, 0)
    }
    if (event.type === 'pause' || event.type === 'ended') {
      isPlaying = false
      report()
    }
    if (event.type === 'ended') listener.onEnded()
    if (isPlaying) reportIfDue()
  }

  return { hear, flush: report }
}

function roundToTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
