import type pg from 'pg'
import { ProblemError } from '../http/problem.ts'
import { type ComputedProgress, computeProgress, type Report } from './compute-progress.ts'
import type { Interval } from './played-intervals.ts'
import { type ProgressSnapshot, standingAgain } from './standing.ts'
import { type Sum, writeIfUnchanged } from './write-played.ts'

export interface Played {
  course: Sum
  video: ComputedProgress['video']
  /** What of the report counts, by now or by earlier reports. */
  counted: Interval[]
  /** How the course stands after it. */
  standing: ProgressSnapshot
}

/** More than this many reports of one learner's course at the same moment is no player's doing. */
const triesAtMost = 30

/**
 * Adds to a video what a player reports as played, as far as it could have been played at double
 * speed since the last report, or since the film was opened. What is complete stays so.
 * ComputedProgress from how the course stood when it was read, and written only if it still stands so: of two
 * reports at once the later one is reckoned again, so that both count.
 */
export async function recordPlayed(
  pool: pg.Pool,
  report: Report,
  first: ProgressSnapshot,
): Promise<Played> {
  let standing = first
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const played = await recordOnce(pool, report, standing)
    if (played) return played
    standing = await readAgain(pool, report)
  }
  throw new ProblemError('too_busy', { retryAfterInSeconds: 1 })
}

/**
 * The same from a standing that was remembered for a session: one statement checks that session, the
 * access and the standing, and writes. Null if any of them no longer holds: nothing is written then.
 */
export async function recordOnce(
  pool: pg.Pool,
  report: Report,
  standing: ProgressSnapshot,
  sessionHash: Buffer | null = null,
): Promise<Played | null> {
  const reckoned = computeProgress(report, standing)
  const course = await writeIfUnchanged(pool, report, standing, reckoned, sessionHash)
  if (!course) return null
  return {
    course,
    video: reckoned.video,
    counted: reckoned.counted,
    standing: moveOn(standing, report.videoId, reckoned, course),
  }
}

function moveOn(
  standing: ProgressSnapshot,
  videoId: string,
  reckoned: ComputedProgress,
  course: Sum,
): ProgressSnapshot {
  const { video, credited } = reckoned
  const fraction = video.isCompleted ? 1 : video.fraction
  return {
    ...standing,
    revision: course.revision,
    is_completed: course.isCompleted,
    fractions: standing.fractions.map((of) => (of.id === videoId ? { id: of.id, fraction } : of)),
    kept: {
      duration_in_seconds: reckoned.durationInSeconds,
      played: credited.intervals,
      fraction: video.fraction,
      completed_at: reckoned.completedAt,
      reported_at: standing.now,
      allowance_in_seconds: credited.unspentInSeconds,
      opened_at: reckoned.openedAt.toISOString(),
      witnessed_in_seconds: reckoned.witnessedInSeconds,
    },
  }
}

async function readAgain(
  pool: pg.Pool,
  { learnerId, courseId, videoId }: Report,
): Promise<ProgressSnapshot> {
  const { rows } = await pool.query<{ found: ProgressSnapshot }>({
    ...standingAgain,
    values: [learnerId, courseId, videoId],
  })
  const [row] = rows
  if (!row) throw new Error('The course told no standing')
  return row.found
}
