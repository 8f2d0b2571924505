import type pg from 'pg'
import { ownedCondition } from '../access/check-access.ts'
import type { ComputedProgress, Report } from './compute-progress.ts'
import type { ProgressSnapshot } from './standing.ts'

/** A learner's whole course. */
export interface Sum {
  percent: number
  isCompleted: boolean
  /** Changes with every report for any of its videos. */
  revision: string
}

const writeQuery = {
  name: 'write_played',
  text: `
    with allowed as (
      select where $14::bytea is null
          or exists (select from sessions
                      where token_hash = $14 and user_id = $1 and expires_at > now())
         and ${ownedCondition('$1', '$2')}
    ), course as (
      insert into course_progress as kept (learner_id, course_id, percent, completed_at)
      select $1, $2, $3, case when $3::real = 100 then clock_timestamp() end from allowed
          on conflict (learner_id, course_id) do update
         set percent = case when kept.completed_at is null then excluded.percent else 100 end,
             completed_at = coalesce(kept.completed_at, excluded.completed_at)
       where kept.xmin::text = $4
      returning percent, completed_at is not null as is_completed, xmin::text as revision
    ), video as (
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at,
             allowance_in_seconds, opened_at, witnessed_in_seconds)
      select $1, $2, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16 from course
          on conflict (learner_id, course_id, video_id) do update
         set position_in_seconds = excluded.position_in_seconds,
             duration_in_seconds = excluded.duration_in_seconds,
             played = excluded.played,
             played_in_seconds = excluded.played_in_seconds,
             fraction = excluded.fraction,
             completed_at = excluded.completed_at,
             reported_at = excluded.reported_at,
             allowance_in_seconds = excluded.allowance_in_seconds,
             opened_at = excluded.opened_at,
             witnessed_in_seconds = excluded.witnessed_in_seconds
    )
    select * from course`,
}

/**
 * Null if the course has changed since it was read, or if the session given with it may not report
 * for this course: then nothing is written.
 */
export async function writeIfUnchanged(
  pool: pg.Pool,
  { learnerId, courseId, videoId }: Report,
  standing: ProgressSnapshot,
  reckoned: ComputedProgress,
  sessionHash: Buffer | null,
): Promise<Sum | null> {
  const { durationInSeconds, credited, completedAt, video, percent } = reckoned
  const { rows } = await pool.query<{ percent: number; is_completed: boolean; revision: string }>({
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
      sessionHash,
      reckoned.openedAt,
      reckoned.witnessedInSeconds,
    ],
  })
  const [course] = rows
  if (!course) return null
  return { percent: course.percent, isCompleted: course.is_completed, revision: course.revision }
}
