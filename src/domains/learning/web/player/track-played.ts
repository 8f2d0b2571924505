import { type Interval, mergeIntervals } from '../../played-intervals.ts'

/** What was played since the player was opened; `open` is the stretch that still grows. */
export type PlayedTrack = { closed: readonly Interval[]; open: Interval | null }

export const NOTHING_PLAYED: PlayedTrack = { closed: [], open: null }

/** Players report their position about four times a second; a longer step was a jump. */
const LONGEST_STEP_IN_SECONDS = 1.5

/** Follows the position while pictures move; a jump, back or far ahead, starts a new stretch. */
export function trackPosition(
  track: PlayedTrack,
  { positionInSeconds, rate }: { positionInSeconds: number; rate: number },
): PlayedTrack {
  if (!Number.isFinite(positionInSeconds) || positionInSeconds < 0) return track
  const newStretch: Interval = [positionInSeconds, positionInSeconds]
  if (track.open === null) return { closed: track.closed, open: newStretch }
  const [from, to] = track.open
  const step = positionInSeconds - to
  const isPlayback = step >= 0 && step <= LONGEST_STEP_IN_SECONDS * Math.max(1, rate)
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
