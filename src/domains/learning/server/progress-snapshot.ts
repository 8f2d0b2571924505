import type { SessionQuery } from '../../../http/server/session-query.ts'
import { ownedCondition } from '../../access/server/check-access.ts'
import { buyableCondition } from '../../catalogue/server/visibility.ts'
import type { Interval } from '../played-intervals.ts'
import { ofPresentFilm } from './present-film.ts'

/** All that a report of played seconds is judged by, as one learner's course stands now. */
export interface ProgressSnapshot {
  is_owned: boolean
  /** The video is free to see, in a course that visitors can see. */
  is_preview: boolean
  is_on_sale: boolean
  /** The database's clock: several server processes share it. */
  now: string
  /** Changes with every change of the course's sum; null before the first report. */
  revision: string | null
  is_completed: boolean
  /** Of the course as it is now; null: no such course. */
  lessons_revision: number | null
  /** Every video that is in the course now, with 1 for the completed. */
  fractions: { id: string; fraction: number }[]
  /** Null until the video was first reported. */
  kept: StoredVideo | null
  /** What was played of the present film before another was shown in between; null: nothing. */
  earlier: Pick<StoredVideo, 'played' | 'duration_in_seconds' | 'reported_at'> | null
  /**
   * Which of the lesson's films it is, where it comes from, how long the administrator says it is, and
   * how long the academy measured its own film to be.
   * Also of a lesson that is no longer in the course; null: no such video.
   */
  film: {
    number: number
    url: string
    /** By the addresses that the lesson had before, the numbers of their films. */
    earlier: Record<string, number>
    stated: string
    measured: number | null
    /** The lesson does not open at once for who has the course. */
    has_rule: boolean
  } | null
  /** How long it is by the players of others who own the course and played it to the end. */
  witnessed: number[]
}

export interface StoredVideo {
  /** Of which film of the lesson this tells. */
  film: number
  position_in_seconds: number
  duration_in_seconds: number
  played: Interval[]
  fraction: number
  completed_at: string | null
  reported_at: string
  allowance_in_seconds: number
  /** Null in rows from before this was kept. */
  opened_at: string | null
  /** The learner's own word for the length, once they played that far. */
  witnessed_in_seconds: number | null
}

/** For SQL expressions of a learner, a course and a video. */
function selectSnapshot(learnerId: string, courseId: string, videoId: string): string {
  const ofLearner = `learner_id = ${learnerId} and course_id = ${courseId}`
  // Of the witnesses a sample will do: what honest players measure differs little.
  return `
    select json_build_object(
      'is_owned', ${ownedCondition(learnerId, courseId)},
      'is_on_sale', exists (
        select from courses where id = ${courseId} and ${buyableCondition}),
      'is_preview', exists (
        select from videos
          join courses on courses.id = videos.course_id
         where videos.id = ${videoId} and courses.id = ${courseId}
           and is_preview and retired_at is null and ${buyableCondition}),
      'lessons_revision', (select lessons_revision from courses where id = ${courseId}),
      'now', clock_timestamp(),
      'revision', (select xmin::text from course_progress where ${ofLearner}),
      'is_completed', exists (
        select from course_progress where ${ofLearner} and completed_at is not null),
      'fractions', (
        select coalesce(json_agg(json_build_object('id', videos.id, 'fraction',
                 case when progress.completed_at is not null then 1
                      else ${ofPresentFilm('fraction', 'progress')} end)), '[]')
          from videos
          left join video_progress progress
            on progress.video_id = videos.id and progress.learner_id = ${learnerId}
           and progress.course_id = ${courseId}
         where videos.course_id = ${courseId} and videos.retired_at is null),
      'kept', (
        select json_build_object('film', film, 'played', played,
                 'position_in_seconds', position_in_seconds,
                 'duration_in_seconds', duration_in_seconds,
                 'fraction', fraction, 'completed_at', completed_at, 'reported_at', reported_at,
                 'allowance_in_seconds', allowance_in_seconds, 'opened_at', opened_at,
                 'witnessed_in_seconds', witnessed_in_seconds)
          from video_progress where ${ofLearner} and video_id = ${videoId}),
      'earlier', (
        select json_build_object('played', played, 'duration_in_seconds', duration_in_seconds,
                 'reported_at', reported_at)
          from earlier_plays where ${ofLearner} and video_id = ${videoId}
           and film = (select film from videos where id = ${videoId})),
      'film', (
        select json_build_object('number', film, 'url', url, 'earlier', earlier_films,
                 'stated', duration,
                 'has_rule', opens is not null and not is_preview, 'measured',
                 (select duration_in_seconds from films
                   where films.id = case when videos.url ~ '^film:[0-9a-f-]{36}$'
                                         then substr(videos.url, 6)::uuid end))
          from videos where id = ${videoId} and course_id = ${courseId}),
      'witnessed', (
        select coalesce(json_agg(witnessed_in_seconds), '[]')
          from (select witnessed_in_seconds from video_progress witness
                 where video_id = ${videoId} and witnessed_in_seconds is not null
                   and film = (select film from videos where id = ${videoId})
                   and learner_id <> ${learnerId}
                   and ${ownedCondition('witness.learner_id', 'witness.course_id')}
                 limit 50) as witnesses))`
}

export const progressSnapshotQuery: SessionQuery<ProgressSnapshot> = {
  name: 'read_progress_snapshot',
  select: selectSnapshot('caller.id', 'asked.course_id', 'asked.video_id'),
  params: ['course_id', 'video_id'],
}

/** The same without a session, for a second look: a learner, a course and a video. */
export const progressSnapshotAgain = {
  name: 'read_progress_snapshot_again',
  text: `select (${selectSnapshot('$1::uuid', '$2', '$3')}) as found`,
}
