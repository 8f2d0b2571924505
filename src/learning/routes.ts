import type pg from 'pg'
import { Refusal } from '../http/problem.ts'
import { ReadyJson, type Serve } from '../http/serve.ts'
import type { Database } from '../platform/database.ts'
import {
  getProgress as getProgressEndpoint,
  listMyCourses as listMyCoursesEndpoint,
  reportProgress,
} from './contract.ts'
import { getProgress } from './get-progress.ts'
import { ownCourses } from './list-my-courses.ts'
import { recordPlayed } from './record-played.ts'
import { requireOwnCourse } from './require-own-course.ts'
import { standing } from './standing.ts'

interface LearningDependencies {
  db: Database
  pool: pg.Pool
}

export function learningRoutes(serve: Serve, { db, pool }: LearningDependencies): void {
  serve.reading(listMyCoursesEndpoint, ownCourses, async ({ found }) => new ReadyJson(found))

  serve.reading(reportProgress, standing, async ({ params, body, caller, found }) => {
    if (!found.is_owned)
      throw new Refusal(found.is_on_sale ? 'course_not_owned' : 'course_not_found')
    const { course_id: courseId, video_id: videoId } = params
    if (!found.fractions.some(({ id }) => id === videoId)) throw new Refusal('video_not_found')
    const report = {
      learnerId: caller.learnerId,
      courseId,
      videoId,
      positionInSeconds: body.position,
      durationInSeconds: body.duration,
      played: body.played,
    }
    const { course, video } = await recordPlayed(pool, report, found)
    return {
      progress: course.percent,
      completed: course.isCompleted,
      video: {
        position: video.positionInSeconds,
        played_in_seconds: video.playedInSeconds,
        fraction: video.fraction,
        completed: video.isCompleted,
      },
    }
  })

  serve(getProgressEndpoint, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    return getProgress(db, { learnerId: caller.learnerId, courseId: params.course_id })
  })
}
