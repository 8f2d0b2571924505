import { sql } from 'drizzle-orm'
import type { AnswerOf } from '../http/endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import type { getProgress as getProgressEndpoint } from './contract.ts'

type Progress = Omit<AnswerOf<typeof getProgressEndpoint>, 'opening'> & {
  /** The database's clock: several server processes share it. */
  readAt: Date
}

/** A learner's progress in one course, video by video in course order; zeros where nothing ran. */
export async function getProgress(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<Progress> {
  const { rows } = await db.execute<Progress['videos'][number]>(sql`
    select videos.id, coalesce(progress.position_in_seconds, 0) as position,
           coalesce(progress.fraction, 0) as fraction,
           progress.completed_at is not null as completed
      from videos
      join modules on modules.id = videos.module_id
      left join video_progress progress
        on progress.video_id = videos.id and progress.learner_id = ${learnerId}
       and progress.course_id = ${courseId}
     where videos.course_id = ${courseId}
     order by modules.position, videos.position`)
  const sum = await db.execute<{ percent: number; completed: boolean; now_in_ms: string }>(sql`
    select coalesce(percent, 0) as percent, completed_at is not null as completed,
           floor(extract(epoch from clock_timestamp()) * 1000) as now_in_ms
      from (select) as always
      left join course_progress on learner_id = ${learnerId} and course_id = ${courseId}`)
  const [found] = sum.rows
  if (!found) throw new Error('The database told no time')
  const readAt = new Date(Number(found.now_in_ms))
  return { progress: found.percent, completed: found.completed, videos: rows, readAt }
}
