import { type Interval, mergeIntervals } from '../../played-intervals.ts'

/** What was played since the player was opened; `open` is the stretch that still grows. */
export type PlayedTrack = { closed: readonly Interval[]; open: Interval | null }

/** Players report their position about four times a second; a longer step was a jump. */
const LONGEST_STEP_IN_SECONDS = 1.5

/** Of clocks: how far a position may be ahead of the time that has passed since the one before. */
const SLACK_IN_SECONDS = 0.5

interface Heard {
  positionInSeconds: number
  rate: number
  /** Since the position before, or since pictures began to move after it. */
  passedInSeconds: number
}

/**
 * Follows the position while pictures move; a jump, back or far ahead, starts a new stretch. A page
 * that a busy phone halts hears nothing for a while in which its film plays on: those were played.
 */
export function trackPosition(
  track: PlayedTrack,
  { positionInSeconds, rate, passedInSeconds }: Heard,
): PlayedTrack {
  if (!Number.isFinite(positionInSeconds) || positionInSeconds < 0) return track
  const newStretch: Interval = [positionInSeconds, positionInSeconds]
  if (track.open === null) return { closed: track.closed, open: newStretch }
  const [from, to] = track.open
  const step = positionInSeconds - to
  const longestStep = Math.max(LONGEST_STEP_IN_SECONDS, passedInSeconds + SLACK_IN_SECONDS)
  const isPlayback = step >= 0 && step <= longestStep * Math.max(1, rate)
  if (!isPlayback) return { closed: breakOff(track).closed, open: newStretch }
  return { closed: track.closed, open: [from, positionInSeconds] }
}

/** Ends the growing stretch: the next position belongs to a new one. */
export function breakOff(track: PlayedTrack): PlayedTrack {
  if (track.open === null) return track
  return { closed: mergeIntervals([...track.closed, track.open]), open: null }
}

/** All that was played, as merged intervals. */
export function playedSoFar(track: PlayedTrack): Interval[] {
  return mergeIntervals(track.open === null ? track.closed : [...track.closed, track.open])
}
