import type pg from 'pg'
import type { AnswerOf, BodyOf, ParamsOf } from '../http/endpoint.ts'
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
import { type Played, type Report, recordOnce, recordPlayed } from './record-played.ts'
import { rememberStandings } from './remember-standings.ts'
import { requireOwnCourse } from './require-own-course.ts'
import { standing } from './standing.ts'

interface LearningDependencies {
  db: Database
  pool: pg.Pool
}

export function learningRoutes(serve: Serve, { db, pool }: LearningDependencies): void {
  const remembered = rememberStandings()

  serve.reading(listMyCoursesEndpoint, ownCourses, async ({ found }) => new ReadyJson(found))

  serve.reading(
    reportProgress,
    standing,
    async ({ params, body, caller, found }) => {
      if (!found.is_owned)
        throw new Refusal(found.is_on_sale ? 'course_not_owned' : 'course_not_found')
      const { course_id: courseId, video_id: videoId } = params
      if (!found.fractions.some(({ id }) => id === videoId)) throw new Refusal('video_not_found')
      const viewing = { sessionHash: caller.sessionHash, courseId, videoId }
      const played = await recordPlayed(pool, readReport(caller.learnerId, params, body), found)
      remembered.remember(viewing, caller.learnerId, played.standing)
      return describePlayed(played)
    },
    async ({ sessionHash, params, body }) => {
      const viewing = { sessionHash, courseId: params.course_id, videoId: params.video_id }
      const known = remembered.find(viewing)
      if (!known) return undefined
      const report = readReport(known.learnerId, params, body)
      const played = await recordOnce(pool, report, known.standing, sessionHash)
      if (played) remembered.remember(viewing, known.learnerId, played.standing)
      else remembered.forget(viewing)
      return played ? describePlayed(played) : undefined
    },
  )

  serve(getProgressEndpoint, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    return getProgress(db, { learnerId: caller.learnerId, courseId: params.course_id })
  })
}

function readReport(
  learnerId: string,
  params: ParamsOf<typeof reportProgress>,
  body: BodyOf<typeof reportProgress>,
): Report {
  return {
    learnerId,
    courseId: params.course_id,
    videoId: params.video_id,
    positionInSeconds: body.position,
    durationInSeconds: body.duration,
    played: body.played,
  }
}

function describePlayed({ course, video }: Played): AnswerOf<typeof reportProgress> {
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
}
