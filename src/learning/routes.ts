import type pg from 'pg'
import type { AnswerOf, BodyOf, ParamsOf } from '../http/endpoint.ts'
import { ProblemError } from '../http/problem.ts'
import { ReadyJson, type Serve } from '../http/serve.ts'
import type { Database } from '../platform/database/database.ts'
import type { Report } from './compute-progress.ts'
import {
  getProgress as getProgressEndpoint,
  listMyCourses as listMyCoursesEndpoint,
  reportProgress,
} from './contract.ts'
import { getProgress } from './get-progress.ts'
import { ownCourses } from './list-my-courses.ts'
import { readOpening, signOpening } from './opening.ts'
import { type Played, recordOnce, recordPlayed } from './record-played.ts'
import { rememberSnapshots } from './remember-standings.ts'
import { requireOwnCourse } from './require-own-course.ts'
import { standing } from './standing.ts'

interface LearningDependencies {
  db: Database
  pool: pg.Pool
  /** Signs when a learner opened their lessons. */
  openingKey: string
}

export function learningRoutes(serve: Serve, deps: LearningDependencies): void {
  const { db, pool, openingKey } = deps
  const remembered = rememberSnapshots()

  serve.reading(listMyCoursesEndpoint, ownCourses, async ({ found }) => new ReadyJson(found))

  serve.reading(
    reportProgress,
    standing,
    async ({ params, body, caller, found }) => {
      if (!found.is_owned)
        throw new ProblemError(found.is_on_sale ? 'course_not_owned' : 'course_not_found')
      const { course_id: courseId, video_id: videoId } = params
      if (!found.fractions.some(({ id }) => id === videoId))
        throw new ProblemError('video_not_found')
      const viewing = { sessionHash: caller.sessionHash, courseId, videoId }
      const { learnerId } = caller
      const now = new Date(found.now)
      const opening = body.opening ?? ''
      const openedAt = readOpening(openingKey, opening, { learnerId, courseId, now })
      const report = { ...readReport(learnerId, params, body), openedAt }
      const played = await recordPlayed(pool, report, found)
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
    const of = { learnerId: caller.learnerId, courseId: params.course_id }
    const { readAt, ...progress } = await getProgress(db, of)
    return { ...progress, opening: signOpening(openingKey, { ...of, openedAt: readAt }) }
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
    openedAt: null, // of no interest once a report has come
  }
}

function describePlayed({ course, video, counted }: Played): AnswerOf<typeof reportProgress> {
  return {
    progress: course.percent,
    completed: course.isCompleted,
    video: {
      position: video.positionInSeconds,
      played_in_seconds: video.playedInSeconds,
      fraction: video.fraction,
      completed: video.isCompleted,
    },
    credited: counted,
  }
}
