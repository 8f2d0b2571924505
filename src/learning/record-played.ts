import type pg from 'pg'
import { Refusal } from '../http/problem.ts'
import { judgeDuration } from './judge-duration.ts'
import {
  courseProgressPercent,
  creditPlayed,
  fractionPlayed,
  type Interval,
  isVideoComplete,
  plausiblePlayedAllowance,
  playedSeconds,
} from './played-intervals.ts'
import { type Standing, standingAgain } from './standing.ts'
import { type Sum, writeIfUnchanged } from './write-played.ts'

export interface Report {
  learnerId: string
  courseId: string
  videoId: string
  positionInSeconds: number
  durationInSeconds: number
  played: Interval[]
}

export interface Played {
  course: Sum
  video: Reckoned['video']
  /** How the course stands after it. */
  standing: Standing
}

export type Reckoned = ReturnType<typeof reckon>

/** More than this many reports of one learner's course at the same moment is no player's doing. */
const triesAtMost = 30

/**
 * Adds to a video what a player reports as played, as far as it could have been played at double
 * speed since the last report; the excess is left out without a word. What is complete stays so.
 * Reckoned from how the course stood when it was read, and written only if it still stands so: of two
 * reports at once the later one is reckoned again, so that both count.
 */
export async function recordPlayed(
  pool: pg.Pool,
  report: Report,
  first: Standing,
): Promise<Played> {
  let standing = first
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const played = await recordOnce(pool, report, standing)
    if (played) return played
    standing = await readAgain(pool, report)
  }
  throw new Refusal('too_busy', { retryAfterInSeconds: 1 })
}

/**
 * The same from a standing that was remembered for a session: one statement checks that session, the
 * access and the standing, and writes. Null if any of them no longer holds: nothing is written then.
 */
export async function recordOnce(
  pool: pg.Pool,
  report: Report,
  standing: Standing,
  sessionHash: Buffer | null = null,
): Promise<Played | null> {
  const reckoned = reckon(report, standing)
  const course = await writeIfUnchanged(pool, report, standing, reckoned, sessionHash)
  if (!course) return null
  return {
    course,
    video: reckoned.video,
    standing: moveOn(standing, report.videoId, reckoned, course),
  }
}

function moveOn(
  standing: Standing,
  videoId: string,
  { video, credited, durationInSeconds, completedAt }: Reckoned,
  course: Sum,
): Standing {
  const fraction = video.isCompleted ? 1 : video.fraction
  return {
    ...standing,
    revision: course.revision,
    is_completed: course.isCompleted,
    fractions: standing.fractions.map((of) => (of.id === videoId ? { id: of.id, fraction } : of)),
    kept: {
      duration_in_seconds: durationInSeconds,
      played: credited.intervals,
      fraction: video.fraction,
      completed_at: completedAt,
      reported_at: standing.now,
      allowance_in_seconds: credited.unspentInSeconds,
    },
    usual_in_seconds: null, // counts for a first report only
  }
}

function reckon(report: Report, standing: Standing) {
  const { kept } = standing
  const now = new Date(standing.now)
  const durationInSeconds = judgeDuration({
    durationInSeconds: report.durationInSeconds,
    keptInSeconds: kept?.duration_in_seconds ?? null,
    usualInSeconds: standing.usual_in_seconds,
  })
  const credited = creditPlayed(kept?.played ?? [], {
    played: report.played,
    durationInSeconds,
    allowanceInSeconds: plausiblePlayedAllowance({
      lastReportAt: kept ? new Date(kept.reported_at) : null,
      unspentInSeconds: kept?.allowance_in_seconds ?? 0,
      now,
      durationInSeconds,
    }),
  })
  const measured = fractionPlayed(credited.intervals, durationInSeconds)
  const completedAt = kept?.completed_at ?? (isVideoComplete(measured) ? standing.now : null)
  const isCompleted = completedAt !== null
  const video = {
    positionInSeconds: Math.min(report.positionInSeconds, durationInSeconds),
    playedInSeconds: playedSeconds(credited.intervals),
    fraction: isCompleted ? Math.max(kept?.fraction ?? 0, measured) : measured,
    isCompleted,
  }
  const fractions = standing.fractions.map(({ id, fraction }) => {
    if (id !== report.videoId) return fraction
    return isCompleted ? 1 : video.fraction
  })
  return {
    durationInSeconds,
    credited,
    completedAt,
    video,
    percent: courseProgressPercent(fractions),
  }
}

async function readAgain(
  pool: pg.Pool,
  { learnerId, courseId, videoId }: Report,
): Promise<Standing> {
  const { rows } = await pool.query<{ found: Standing }>({
    ...standingAgain,
    values: [learnerId, courseId, videoId],
  })
  const [row] = rows
  if (!row) throw new Error('The course told no standing')
  return row.found
}
