/** A stretch of video that was really played, in seconds from its start, `from < to`. */
export type Interval = [from: number, to: number]

/** More than any honest viewer leaves; keeps a row and a request small. */
export const MAX_STORED_INTERVALS = 500
/** Joining a gap this short to save room cannot be noticed as played time. */
const JOINABLE_GAP_IN_SECONDS = 0.25
const COMPLETE_FRACTION = 0.9
const FASTEST_RATE = 2
/** What a first report may claim, and what a late report on a slow network may catch up. */
export const TOLERANCE_IN_SECONDS = 5
/** The part of its length that must at least pass between opening a film and completing it. */
export const SHORTEST_WATCH = COMPLETE_FRACTION / FASTEST_RATE

/**
 * The same seconds as sorted intervals that neither touch nor overlap, to the millisecond.
 * Intervals that are reversed, empty or not finite are left out; negative starts become 0.
 */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const sorted = intervals
    .map(([from, to]): Interval => [toMilliseconds(Math.max(0, from)), toMilliseconds(to)])
    .filter(([from, to]) => Number.isFinite(from) && Number.isFinite(to) && from < to)
    .sort(([left], [right]) => left - right)

  const merged: Interval[] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last === undefined || from > last[1]) merged.push([from, to])
    else last[1] = Math.max(last[1], to)
  }
  return merged
}

/**
 * `existing` and `reported` as one list, cut to the video's length, at most
 * `MAX_STORED_INTERVALS` long. Without a positive finite duration nothing is added.
 */
export function addPlayed(
  existing: readonly Interval[],
  reported: readonly Interval[],
  durationInSeconds: number,
): Interval[] {
  if (!isLength(durationInSeconds)) return mergeIntervals(existing)
  return limitCount(cutTo(durationInSeconds, mergeIntervals([...existing, ...reported])))
}

/** Each second of video counted once, however often it was played. */
export function playedSeconds(intervals: readonly Interval[]): number {
  const total = mergeIntervals(intervals).reduce((sum, [from, to]) => sum + (to - from), 0)
  return toMilliseconds(total)
}

/** How many seconds `merged` holds that `existing` did not; never negative. */
export function newlyPlayedSeconds(
  existing: readonly Interval[],
  merged: readonly Interval[],
): number {
  return Math.max(0, toMilliseconds(playedSeconds(merged) - playedSeconds(existing)))
}

/** Played part of the video, 0 to 1; 0 while its length is unknown. */
export function fractionPlayed(intervals: readonly Interval[], durationInSeconds: number): number {
  if (!isLength(durationInSeconds)) return 0
  const played = playedSeconds(cutTo(durationInSeconds, mergeIntervals(intervals)))
  return Math.min(1, played / durationInSeconds)
}

/** What may be played at most of a video that cannot be complete yet, to the millisecond. */
export function mostBeforeComplete(durationInSeconds: number): number {
  return Math.max(0, Math.floor(durationInSeconds * COMPLETE_FRACTION * 1000 - 1) / 1000)
}

/** Nine tenths of its seconds make a video complete, so that nobody must sit through the credits. */
export function isVideoComplete(fraction: number): boolean {
  return fraction >= COMPLETE_FRACTION
}

/**
 * The mean of the videos' fractions in percent, unrounded; a complete video counts as wholly
 * played. A course without videos is at 0. 100 means that every video is complete.
 */
export function courseProgressPercent(fractionsPerVideo: readonly number[]): number {
  if (fractionsPerVideo.length === 0) return 0
  if (fractionsPerVideo.every(isVideoComplete)) return 100
  const sum = fractionsPerVideo.reduce(
    (sum, fraction) => sum + (isVideoComplete(fraction) ? 1 : Math.max(0, fraction || 0)),
    0,
  )
  return (sum / fractionsPerVideo.length) * 100
}

/**
 * How many seconds a report may newly claim. A learner at the fastest speed plays two seconds of
 * video per real second, so the allowance is twice the time since the last accepted report, plus
 * what that report left of the tolerance of five seconds. The tolerance is one per video and is
 * refilled only by unused time: many quick reports gain nothing. The first report of a video has
 * the tolerance alone, so the player reports once at its first second to start the clock. Never
 * more than the video's length; a clock that went backwards counts as no time.
 */
export function plausiblePlayedAllowance(report: {
  /** Null before the first report of this learner for this video. */
  lastReportAt: Date | null
  /** What `creditPlayed` returned for the last report; any number if there was none. */
  unspentInSeconds: number
  now: Date
  durationInSeconds: number
}): number {
  if (!isLength(report.durationInSeconds)) return 0
  if (report.lastReportAt === null) return Math.min(TOLERANCE_IN_SECONDS, report.durationInSeconds)
  const passed = Math.max(0, report.now.getTime() - report.lastReportAt.getTime()) / 1000
  const carried = clampTolerance(report.unspentInSeconds)
  return Math.min(report.durationInSeconds, carried + FASTEST_RATE * passed)
}

/**
 * Adds of a report what the allowance covers, from the start of the video on, and leaves out the
 * rest. `counted` is what of the report counts, by now or by earlier reports; the browser keeps the
 * others and reports them again. `unspentInSeconds` is to be kept for the next report.
 */
export function creditPlayed(
  existing: readonly Interval[],
  report: {
    played: readonly Interval[]
    durationInSeconds: number
    allowanceInSeconds: number
  },
): {
  intervals: Interval[]
  newlyPlayedInSeconds: number
  unspentInSeconds: number
  counted: Interval[]
} {
  const played = mergeIntervals(report.played)
  const claimed = isLength(report.durationInSeconds)
    ? subtract(cutTo(report.durationInSeconds, played), existing)
    : []
  const granted = takeSeconds(claimed, report.allowanceInSeconds)
  const intervals = addPlayed(existing, granted, report.durationInSeconds)
  const newlyPlayedInSeconds = newlyPlayedSeconds(existing, intervals)
  const unspentInSeconds = clampTolerance(report.allowanceInSeconds - newlyPlayedInSeconds)
  const counted = subtract(played, subtract(claimed, granted))
  return { intervals, newlyPlayedInSeconds, unspentInSeconds, counted }
}

function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

function isLength(seconds: number): boolean {
  return Number.isFinite(seconds) && seconds > 0
}

function clampTolerance(seconds: number): number {
  return Math.min(TOLERANCE_IN_SECONDS, Math.max(0, seconds || 0))
}

function cutTo(durationInSeconds: number, merged: readonly Interval[]): Interval[] {
  return merged
    .filter(([from]) => from < durationInSeconds)
    .map(([from, to]) => [from, Math.min(to, durationInSeconds)])
}

/** Joins unnoticeable gaps first, smallest first; if that is not enough, forgets the shortest. */
function limitCount(merged: Interval[]): Interval[] {
  const excess = merged.length - MAX_STORED_INTERVALS
  if (excess <= 0) return merged
  const gaps = merged
    .slice(1)
    .map(([from], index): Interval => [merged[index]?.[1] ?? from, from])
    .filter(([from, to]) => to - from <= JOINABLE_GAP_IN_SECONDS)
    .sort((left, right) => lengthOf(left) - lengthOf(right))
  return mergeIntervals([...merged, ...gaps.slice(0, excess)])
    .sort((left, right) => lengthOf(right) - lengthOf(left))
    .slice(0, MAX_STORED_INTERVALS)
    .sort(([left], [right]) => left - right)
}

function lengthOf([from, to]: Interval): number {
  return to - from
}

/** What of `merged` is not in `taken`. */
export function subtract(merged: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const rest: Interval[] = []
  const holes = mergeIntervals(taken)
  for (const [from, to] of merged) {
    let start = from
    for (const [holeFrom, holeTo] of holes) {
      if (holeTo <= start || holeFrom >= to) continue
      if (holeFrom > start) rest.push([start, holeFrom])
      start = holeTo
    }
    if (start < to) rest.push([start, to])
  }
  return rest
}

function takeSeconds(intervals: readonly Interval[], allowanceInSeconds: number): Interval[] {
  const taken: Interval[] = []
  let left = Math.max(0, allowanceInSeconds || 0)
  for (const [from, to] of intervals) {
    if (left <= 0) break
    // Rounded down, so that the milliseconds kept never exceed what was allowed.
    const end = Math.min(to, Math.floor((from + left) * 1000) / 1000)
    if (end > from) taken.push([from, end])
    left -= to - from
  }
  return taken
}
