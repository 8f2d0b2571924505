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

interface Report {
  learnerId: string
  courseId: string
  videoId: string
  positionInSeconds: number
  durationInSeconds: number
  played: Interval[]
}

export interface Played {
  course: { percent: number; isCompleted: boolean }
  video: {
    positionInSeconds: number
    playedInSeconds: number
    fraction: number
    isCompleted: boolean
  }
}

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
    const reckoned = reckon(report, standing)
    const course = await writeIfUnchanged(pool, report, standing, reckoned)
    if (course) return { course, video: reckoned.video }
    standing = await readAgain(pool, report)
  }
  throw new Refusal('too_busy', { retryAfterInSeconds: 1 })
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

const writeQuery = {
  name: 'write_played',
  text: `
    with course as (
      insert into course_progress as kept (learner_id, course_id, percent, completed_at)
      values ($1, $2, $3, case when $3::real = 100 then clock_timestamp() end)
          on conflict (learner_id, course_id) do update
         set percent = case when kept.completed_at is null then excluded.percent else 100 end,
             completed_at = coalesce(kept.completed_at, excluded.completed_at)
       where kept.xmin::text = $4
      returning percent, completed_at is not null as is_completed
    ), video as (
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at,
             allowance_in_seconds)
      select $1, $2, $5, $6, $7, $8, $9, $10, $11, $12, $13 from course
          on conflict (learner_id, course_id, video_id) do update
         set position_in_seconds = excluded.position_in_seconds,
             duration_in_seconds = excluded.duration_in_seconds,
             played = excluded.played,
             played_in_seconds = excluded.played_in_seconds,
             fraction = excluded.fraction,
             completed_at = excluded.completed_at,
             reported_at = excluded.reported_at,
             allowance_in_seconds = excluded.allowance_in_seconds
    )
    select * from course`,
}

/** Null if the course has changed since it was read: then nothing is written. */
async function writeIfUnchanged(
  pool: pg.Pool,
  { learnerId, courseId, videoId }: Report,
  standing: Standing,
  { durationInSeconds, credited, completedAt, video, percent }: ReturnType<typeof reckon>,
): Promise<Played['course'] | null> {
  const { rows } = await pool.query<{ percent: number; is_completed: boolean }>({
    ...writeQuery,
    values: [
      learnerId,
      courseId,
      percent,
      standing.revision,
      videoId,
      video.positionInSeconds,
      durationInSeconds,
      JSON.stringify(credited.intervals),
      video.playedInSeconds,
      video.fraction,
      completedAt,
      standing.now,
      credited.unspentInSeconds,
    ],
  })
  const [course] = rows
  return course ? { percent: course.percent, isCompleted: course.is_completed } : null
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
