import { ownedCondition } from '../access/check-access.ts'
import type { Reading } from '../http/reading.ts'
import { WITNESSES } from './judge-duration.ts'
import type { Interval } from './played-intervals.ts'

/** All that a report of played seconds is judged by, as one learner's course stands now. */
export interface Standing {
  is_owned: boolean
  is_on_sale: boolean
  /** The database's clock: several server processes share it. */
  now: string
  /** Changes with every change of the course's sum; null before the first report. */
  revision: string | null
  is_completed: boolean
  /** Every video of the course, with 1 for the completed. */
  fractions: { id: string; fraction: number }[]
  /** Null until the video was first reported. */
  kept: KeptVideo | null
  /** What players usually measure as the video's length; null while too few have. */
  usual_in_seconds: number | null
}

export interface KeptVideo {
  duration_in_seconds: number
  played: Interval[]
  fraction: number
  completed_at: string | null
  reported_at: string
  allowance_in_seconds: number
}

/** For SQL expressions of a learner, a course and a video. */
function selectStanding(learnerId: string, courseId: string, videoId: string): string {
  const ofLearner = `learner_id = ${learnerId} and course_id = ${courseId}`
  // The usual length is taken from a sample: what honest players measure differs little.
  return `
    select json_build_object(
      'is_owned', ${ownedCondition(learnerId, courseId)},
      'is_on_sale', exists (select from courses where id = ${courseId} and hidden_at is null),
      'now', clock_timestamp(),
      'revision', (select xmin::text from course_progress where ${ofLearner}),
      'is_completed', exists (
        select from course_progress where ${ofLearner} and completed_at is not null),
      'fractions', (
        select coalesce(json_agg(json_build_object('id', videos.id, 'fraction',
                 case when progress.completed_at is not null then 1
                      else coalesce(progress.fraction, 0) end)), '[]')
          from videos
          left join video_progress progress
            on progress.video_id = videos.id and progress.learner_id = ${learnerId}
           and progress.course_id = ${courseId}
         where videos.course_id = ${courseId}),
      'kept', (
        select json_build_object('duration_in_seconds', duration_in_seconds, 'played', played,
                 'fraction', fraction, 'completed_at', completed_at, 'reported_at', reported_at,
                 'allowance_in_seconds', allowance_in_seconds)
          from video_progress where ${ofLearner} and video_id = ${videoId}),
      'usual_in_seconds', (
        select case when count(*) >= ${WITNESSES}
               then percentile_disc(0.5) within group (order by duration_in_seconds) end
          from (select duration_in_seconds from video_progress
                 where video_id = ${videoId}
                   and not exists (
                     select from video_progress where ${ofLearner} and video_id = ${videoId})
                 limit 100) as measured))`
}

export const standing: Reading<Standing> = {
  name: 'read_standing',
  select: selectStanding('caller.id', 'asked.course_id', 'asked.video_id'),
  params: ['course_id', 'video_id'],
}

/** The same without a session, for a second look: a learner, a course and a video. */
export const standingAgain = {
  name: 'read_standing_again',
  text: `select (${selectStanding('$1::uuid', '$2', '$3')}) as found`,
}
