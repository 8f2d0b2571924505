import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import type { Interval } from '../played-intervals.ts'
import { type ComputedProgress, computeProgress, type Report } from './compute-progress.ts'
import { hasPassedAll } from './has-passed-all.ts'
import { type ProgressSnapshot, progressSnapshotAgain } from './progress-snapshot.ts'

interface RecordDependencies {
  pool: pg.Pool
  /** Runs in the transaction that completes a course: both are kept, or neither. */
  onCompleted: (db: Database) => Promise<void>
}

export interface Played {
  course: CourseSum
  video: ComputedProgress['video']
  /** What of the report counts, by now or by earlier reports. */
  counted: Interval[]
}

/** A learner's whole course. */
interface CourseSum {
  percent: number
  isCompleted: boolean
}

/** More than this many reports of one learner's course at the same moment is no player's doing. */
const triesAtMost = 30

/**
 * Adds to a video what a player reports as played, as far as it could have been played at double
 * speed since the last report, or since the film was opened. What is complete stays so. Computed from
 * how the course stood when it was read, and written only if it still stands so: of two reports at
 * once the later one is computed again, so that both count.
 */
export async function recordPlayed(
  deps: RecordDependencies,
  report: Report,
  first: ProgressSnapshot,
): Promise<Played> {
  let snapshot = first
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const computed = computeProgress(report, snapshot)
    const mayComplete = computed.percent === 100 && !snapshot.is_completed
    const write = mayComplete ? completeIfUnchanged : writeIfUnchanged
    const course = await write(deps, report, snapshot, computed)
    if (course) return { course, video: computed.video, counted: computed.counted }
    snapshot = await readAgain(deps.pool, report)
  }
  throw new ProblemError('too_busy', { retryAfterInSeconds: 1 })
}

/**
 * The same in a transaction with what a completed course brings about, if it is theirs and its counted
 * quizzes are passed: whoever opens it or passes one at this moment comes before or after, and whoever
 * comes after completes it.
 */
async function completeIfUnchanged(
  { pool, onCompleted }: RecordDependencies,
  report: Report,
  snapshot: ProgressSnapshot,
  computed: ComputedProgress,
): Promise<CourseSum | null> {
  const client = await pool.connect()
  try {
    return await drizzle(client).transaction(async (db) => {
      await lockAccess(db, report)
      const completes =
        (await isOwned(db, report.learnerId, report.courseId)) && (await hasPassedAll(db, report))
      const course = await writeIfUnchanged({ pool: client }, report, snapshot, {
        ...computed,
        completes,
      })
      if (course?.isCompleted) await onCompleted(db)
      return course
    })
  } finally {
    client.release()
  }
}

/** Null if the course has changed since it was read: nothing is written then. */
async function writeIfUnchanged(
  { pool }: { pool: pg.Pool | pg.PoolClient },
  { learnerId, courseId, videoId }: Report,
  snapshot: ProgressSnapshot,
  {
    durationInSeconds,
    credited,
    completedAt,
    video,
    percent,
    ...computed
  }: ComputedProgress & { completes?: boolean },
): Promise<CourseSum | null> {
  const { rows } = await pool.query<{ percent: number; is_completed: boolean }>({
    ...(computed.hasEarlierFilm ? writeAfterPuttingBy : writeQuery),
    values: [
      learnerId,
      courseId,
      percent,
      snapshot.revision,
      videoId,
      video.positionInSeconds,
      durationInSeconds,
      JSON.stringify(credited.intervals),
      video.playedInSeconds,
      video.fraction,
      completedAt,
      snapshot.now,
      credited.unspentInSeconds,
      computed.openedAt,
      computed.witnessedInSeconds,
      snapshot.film?.number,
      snapshot.lessons_revision,
      computed.completes ?? false,
    ],
  })
  const [course] = rows
  return course ? { percent: course.percent, isCompleted: course.is_completed } : null
}

const writeStatement = (before: string) => `
    with course as (
      insert into course_progress as kept
             (learner_id, course_id, percent, lessons_revision, completed_at)
      values ($1, $2, $3, $17, case when $18 then clock_timestamp() end)
          on conflict (learner_id, course_id) do update
         set percent = case when kept.completed_at is null then excluded.percent else 100 end,
             lessons_revision = excluded.lessons_revision,
             completed_at = coalesce(kept.completed_at, excluded.completed_at)
       where kept.xmin::text = $4
      returning percent, completed_at is not null as is_completed
    ), ${before} video as (
      insert into video_progress (learner_id, course_id, video_id, position_in_seconds,
             duration_in_seconds, played, played_in_seconds, fraction, completed_at, reported_at,
             allowance_in_seconds, opened_at, witnessed_in_seconds, film)
      select $1, $2, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 from course
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
             witnessed_in_seconds = excluded.witnessed_in_seconds,
             film = excluded.film
    )
    select * from course`

const writeQuery = { name: 'write_played', text: writeStatement('') }

/**
 * The first report of a film that replaced another: what was played of that one is kept beside, and
 * what was kept of this one from earlier is in the report's own sum.
 */
const writeAfterPuttingBy = {
  name: 'write_played_after_putting_by',
  text: writeStatement(`put_by as (
      insert into earlier_plays (learner_id, course_id, video_id, film, duration_in_seconds,
             played, played_in_seconds, reported_at, position_in_seconds, fraction)
      select learner_id, course_id, video_id, film, duration_in_seconds,
             played, played_in_seconds, reported_at, position_in_seconds, fraction
        from video_progress, course
       where learner_id = $1 and course_id = $2 and video_id = $5
          on conflict do nothing
    ), taken_up as (
      delete from earlier_plays
       where learner_id = $1 and course_id = $2 and video_id = $5 and film = $16
         and exists (select from course)
    ),`),
}

async function readAgain(
  pool: pg.Pool,
  { learnerId, courseId, videoId }: Report,
): Promise<ProgressSnapshot> {
  const { rows } = await pool.query<{ found: ProgressSnapshot }>({
    ...progressSnapshotAgain,
    values: [learnerId, courseId, videoId],
  })
  const [row] = rows
  if (!row) throw new Error('The course told no progress')
  return row.found
}
