import type pg from 'pg'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { prepareJson } from '../../../http/server/prepared-response.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { StreamedResponse } from '../../../http/server/streamed-response.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { consumeAttempt, type Limits } from '../../accounts/server/limits.ts'
import type { OpeningDependencies } from '../../catalogue/server/not-due.ts'
import * as learning from '../contract.ts'
import { getProgress } from './get-progress.ts'
import { giveOfflineKey } from './give-offline-key.ts'
import { myCoursesQuery, withoutMarkup } from './list-my-courses.ts'
import { type CompletionMailDependencies, mailCompletion } from './mail-completion.ts'
import { describePlanCalendar } from './plan-calendar.ts'
import { type ProgressSnapshot, progressSnapshotQuery } from './progress-snapshot.ts'
import { readPlayed } from './read-played.ts'
import { type Played, recordPlayed } from './record-played.ts'
import { reportVideoProblem } from './report-video-problem.ts'
import { requireDue } from './require-due.ts'
import { requireOwnCourse } from './require-own-course.ts'
import type { VideoAlarms } from './video-alarms.ts'
import { isWordOf, readWatchToken, signWatchToken } from './watch-token.ts'

interface LearningDependencies extends CompletionMailDependencies, OpeningDependencies {
  pool: pg.Pool
  /** Signs when a learner opened their lessons. */
  openingKey: RotatingKey
  videoAlarms: VideoAlarms
  publicUrl: () => string
  limits: Pick<Limits, 'videoProblemByLearner'>
}

export function learningRoutes(serve: Serve, deps: LearningDependencies): void {
  const { db, pool, openingKey } = deps

  serve(learning.listMyCourses, async ({ found }) => prepareJson(withoutMarkup(found)), {
    query: myCoursesQuery,
  })

  serve(
    learning.reportProgress,
    async ({ params, body, caller, found: snapshot }) => {
      if (!snapshot.is_owned && !snapshot.is_preview)
        throw new ProblemError(snapshot.is_on_sale ? 'course_not_owned' : 'course_not_found')
      const { course_id: courseId, video_id: videoId } = params
      if (snapshot.film === null) throw new ProblemError('video_not_found')
      if (snapshot.film.has_rule) await requireDue(deps, caller, { courseId, videoId })
      const of = { learnerId: caller.learnerId, courseId }
      const filmPlayed =
        body.film ?? filmOfKept(openingKey, body.opening, { ...of, videoId, snapshot })
      if (filmPlayed !== undefined && filmPlayed !== snapshot.film.number)
        return { ...(await readPlayed(db, { ...of, videoId })), credited: body.played }
      const now = new Date(snapshot.now)
      const kept = { videoId, url: snapshot.film.url }
      const report = {
        ...of,
        videoId,
        positionInSeconds: body.position,
        durationInSeconds: body.duration,
        played: body.played,
        toldSecondsAgo: body.told_seconds_ago ?? 0,
        openedAt: readWatchToken(openingKey, body.opening ?? '', { ...of, kept, now }),
      }
      const onCompleted = (db: Database) => mailCompletion(deps, db, { learner: caller, courseId })
      const played = await recordPlayed({ pool, onCompleted }, report, snapshot)
      if (played.counted.length > 0) await deps.videoAlarms.notePlayed({ courseId, videoId })
      return describePlayed(played)
    },
    { query: progressSnapshotQuery },
  )

  serve(learning.reportVideoProblem, async ({ params, body, caller }) => {
    const { course_id: courseId, video_id: videoId } = params
    await requireOwnCourse(db, caller, courseId)
    await requireDue(deps, caller, { courseId, videoId })
    await consumeAttempt([deps.limits.videoProblemByLearner(caller.learnerId)])
    await reportVideoProblem(db, deps.videoAlarms, { courseId, videoId, problem: body.reason })
    return { message: t('Thank you. The academy has been told.') }
  })

  serve(learning.getOfflineKey, ({ params, caller }) => {
    const { course_id: courseId, video_id: videoId } = params
    return giveOfflineKey(deps, caller, { courseId, videoId })
  })

  serve(learning.getPlanCalendar, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    const pieces = describePlanCalendar(deps, caller.learnerId, params.course_id)
    return new StreamedResponse({ name: 'plan.ics', type: 'text/calendar', pieces })
  })

  serve(learning.getProgress, async ({ params, caller }) => {
    await requireOwnCourse(db, caller, params.course_id)
    const of = { learnerId: caller.learnerId, courseId: params.course_id }
    const { readAt, ...progress } = await getProgress(db, of)
    return { ...progress, opening: signWatchToken(openingKey, { ...of, openedAt: readAt }) }
  })
}

/**
 * The number of the film for which a device was given this word when it kept that: players of what was
 * kept told no number once. Undefined: for none that the lesson had before.
 */
function filmOfKept(
  openingKey: RotatingKey,
  opening: string | undefined,
  {
    videoId,
    snapshot,
    ...of
  }: { learnerId: string; courseId: string; videoId: string; snapshot: ProgressSnapshot },
): number | undefined {
  if (opening === undefined) return undefined
  const films = Object.entries(snapshot.film?.earlier ?? {})
  return films.find(([url]) =>
    isWordOf(openingKey, opening, { ...of, kept: { videoId, url } }),
  )?.[1]
}

function describePlayed({
  course,
  video,
  counted,
}: Played): ResponseOf<typeof learning.reportProgress> {
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
