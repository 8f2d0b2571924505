import { sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import type { Database } from '../../../platform/database/database.ts'
import type * as learning from '../contract.ts'
import { courseProgressPercent } from '../played-intervals.ts'
import { ofPresentFilm } from './present-film.ts'

type Progress = Omit<ResponseOf<typeof learning.getProgress>, 'opening'> & {
  /** The database's clock: several server processes share it. */
  readAt: Date
}

type Lesson = Progress['videos'][number]

/** A learner's progress in one course, video by video in course order; zeros where nothing ran. */
export async function getProgress(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<Progress> {
  const { rows } = await db.execute<Omit<Lesson, 'played_at'> & { played_at: string | null }>(sql`
    select videos.id,
           ${sql.raw(ofPresentFilm('position_in_seconds', 'progress'))} as position,
           case when progress.completed_at is not null then progress.fraction
                else ${sql.raw(ofPresentFilm('fraction', 'progress'))} end as fraction,
           progress.completed_at is not null as completed,
           course.completed_at is not null and progress.completed_at is null
             and videos.published_at > course.completed_at as is_new,
           videos.film,
           to_char(progress.reported_at at time zone 'UTC',
             'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as played_at
      from videos
      join modules on modules.id = videos.module_id
      left join video_progress progress
        on progress.video_id = videos.id and progress.learner_id = ${learnerId}
       and progress.course_id = ${courseId}
      left join course_progress course
        on course.learner_id = ${learnerId} and course.course_id = ${courseId}
     where videos.course_id = ${courseId} and videos.retired_at is null
     order by modules.position, videos.position`)
  const sum = await db.execute<{ completed: boolean; now_in_ms: string }>(sql`
    select completed_at is not null as completed,
           floor(extract(epoch from clock_timestamp()) * 1000) as now_in_ms
      from (select) as always
      left join course_progress on learner_id = ${learnerId} and course_id = ${courseId}`)
  const [found] = sum.rows
  if (!found) throw new Error('The database told no time')
  const readAt = new Date(Number(found.now_in_ms))
  const lessons = rows.map(({ played_at, ...lesson }) => ({
    ...lesson,
    ...(played_at !== null && { played_at }),
  }))
  return {
    progress: percentOf(found, lessons),
    completed: found.completed,
    videos: lessons,
    readAt,
  }
}

/** Counted from the lessons: the kept one may be a moment behind a publication. */
function percentOf({ completed }: { completed: boolean }, lessons: Lesson[]): number {
  if (completed) return 100
  return courseProgressPercent(lessons.map((lesson) => (lesson.completed ? 1 : lesson.fraction)))
}
