import { readDurationInSeconds } from '../../catalogue/read-duration.ts'
import { measureOwnFilm } from '../../catalogue/server/measure-own-film.ts'
import {
  courseProgressPercent,
  creditPlayed,
  fractionPlayed,
  type Interval,
  isVideoComplete,
  mostBeforeComplete,
  plausiblePlayedAllowance,
  playedSeconds,
  SHORTEST_WATCH,
  TOLERANCE_IN_SECONDS,
} from '../played-intervals.ts'
import type { ProgressSnapshot, StoredVideo } from './progress-snapshot.ts'
import { reconcileDuration } from './reconcile-duration.ts'

export interface Report {
  learnerId: string
  courseId: string
  videoId: string
  positionInSeconds: number
  durationInSeconds: number
  played: Interval[]
  /** How long ago the player said so; 0 if that is not known. */
  toldSecondsAgo: number
  /** When the learner opened the course's lessons, by the academy's own word; null: not known. */
  openedAt: Date | null
}

export type ComputedProgress = ReturnType<typeof computeProgress>

/**
 * What a report makes of a learner's video and course, from how they stood: as many of the played
 * seconds as time allowed, and complete no sooner than the film's length allows.
 */
export function computeProgress(report: Report, snapshot: ProgressSnapshot) {
  const { kept, hasEarlierFilm } = ofPresentFilm(snapshot)
  const now = new Date(snapshot.now)
  const openedAt = kept ? openingOf(kept) : (report.openedAt ?? now)
  const openFor = Math.max(0, now.getTime() - openedAt.getTime()) / 1000
  const { lengthInSeconds: durationInSeconds, paceInSeconds } = reconcileDuration({
    reported: report.durationInSeconds,
    measured: snapshot.film && (snapshot.film.measured ?? measureOwnFilm(snapshot.film.url)),
    stated: snapshot.film && readDurationInSeconds(snapshot.film.stated),
    kept: kept?.duration_in_seconds ?? null,
    witnessed: snapshot.witnessed,
    openFor,
  })
  const isTimeEnough = openFor >= paceInSeconds * SHORTEST_WATCH
  const existing = kept?.played ?? []
  const allowance = plausiblePlayedAllowance({
    lastReportAt: kept ? new Date(kept.reported_at) : openedAt,
    unspentInSeconds: kept?.allowance_in_seconds ?? TOLERANCE_IN_SECONDS,
    now,
    durationInSeconds,
  })
  const toComplete = mostBeforeComplete(durationInSeconds) - playedSeconds(existing)
  const credited = creditPlayed(existing, {
    played: report.played,
    durationInSeconds,
    allowanceInSeconds: isTimeEnough ? allowance : Math.min(allowance, Math.max(0, toComplete)),
  })
  const measured = fractionPlayed(credited.intervals, durationInSeconds)
  const isComplete = isTimeEnough && isVideoComplete(measured)
  const completedAt = kept?.completed_at ?? (isComplete ? snapshot.now : null)
  const isCompleted = completedAt !== null
  const video = {
    positionInSeconds: Math.min(positionOf(report, snapshot), durationInSeconds),
    playedInSeconds: playedSeconds(credited.intervals),
    fraction: isCompleted
      ? Math.max(kept?.fraction ?? 0, measured)
      : Math.min(measured, incompleteAtMost),
    isCompleted,
  }
  const fractions = snapshot.fractions.map(({ id, fraction }) => {
    if (id !== report.videoId) return fraction
    return isCompleted ? 1 : video.fraction
  })
  return {
    durationInSeconds,
    credited,
    /** Of a complete video nothing needs to be reported again. */
    counted: isCompleted ? report.played : credited.counted,
    completedAt,
    openedAt,
    witnessedInSeconds: witness(report, credited.intervals, openFor, kept),
    video,
    percent: courseProgressPercent(fractions),
    /** The film was replaced: what was played of the one before is put by. */
    hasEarlierFilm,
  }
}

/**
 * A film of another length begins anew, and what was played of the one before counts no more; one that
 * comes back goes on where it was. What was complete stays so.
 */
function ofPresentFilm({ kept, earlier, film, now }: ProgressSnapshot): {
  kept: StoredVideo | null
  hasEarlierFilm: boolean
} {
  if (kept === null || film === null || kept.film === film.number)
    return { kept, hasEarlierFilm: false }
  if (kept.completed_at === null && earlier === null) return { kept: null, hasEarlierFilm: true }
  const begun = earlier
    ? { ...earlier, opened_at: null }
    : { played: [], reported_at: now, opened_at: now }
  return { kept: { ...kept, ...begun, witnessed_in_seconds: null }, hasEarlierFilm: true }
}

/** More than a slow network takes: what a device said itself a moment before is not another's. */
const slackInMs = 60_000

/**
 * That of a report that has waited is out of date where the film was played on elsewhere since. Whether what
 * came meanwhile had not waited longer itself is not known: of both the later place counts.
 */
function positionOf(
  { positionInSeconds, toldSecondsAgo }: Report,
  { kept, film, now }: ProgressSnapshot,
): number {
  if (kept === null || kept.film !== film?.number) return positionInSeconds
  const toldAt = Date.parse(now) - toldSecondsAgo * 1000
  const isOutdated = Date.parse(kept.reported_at) > toldAt + slackInMs
  return isOutdated ? Math.max(kept.position_in_seconds, positionInSeconds) : positionInSeconds
}

/** A fraction that says 'not complete' also where 0.9 was played too soon. */
export const incompleteAtMost = 0.899

/** Rows from before this was kept were begun no later than their seconds took at double speed. */
function openingOf(kept: StoredVideo): Date {
  if (kept.opened_at !== null) return new Date(kept.opened_at)
  return new Date(Date.parse(kept.reported_at) - playedSeconds(kept.played) * 500)
}

/** A little less than complete, for which a learner may have to wait where too much is stated. */
const WITNESSED_FRACTION = 0.85

/** The learner's word for the length, if they have really played that far; the longest they gave. */
function witness(
  { durationInSeconds }: Report,
  played: Interval[],
  openFor: number,
  kept: StoredVideo | null,
): number | null {
  const before = kept?.witnessed_in_seconds ?? null
  const hasPlayed =
    openFor >= durationInSeconds * SHORTEST_WATCH &&
    fractionPlayed(played, durationInSeconds) >= WITNESSED_FRACTION
  return hasPlayed ? Math.max(before ?? 0, durationInSeconds) : before
}
