import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { courses, videos } from '../../catalogue/server/tables.ts'
import { completeIfWatched } from './complete-if-watched.ts'
import type { CompletionMailDependencies } from './mail-completion.ts'
import { ofPresentFilm } from './present-film.ts'
import { courseProgress, progressRecounts, videoProgress } from './tables.ts'

interface RecountDependencies extends CompletionMailDependencies {
  db: Database
}

/** In whose transaction a course's lessons change. */
export async function requestRecount(db: Database, courseId: string): Promise<void> {
  const requestedAt = sql`clock_timestamp()`
  await db
    .insert(progressRecounts)
    .values({ courseId, requestedAt })
    .onConflictDoUpdate({ target: progressRecounts.courseId, set: { requestedAt } })
}

const learnersAtOnce = 500
/** Longer than any report is under way that was computed from the lessons of before. */
const isKeptFor = sql`interval '1 minute'`

/**
 * Counts percents again that tell of a course's lessons of before a publication, until none is left
 * or the time is over, or it is told to stop. Whoever has played all lessons of today completes the course. Several
 * processes at once, or one killed at any moment, do no harm: a row is written only as it was read.
 */
export async function recountProgress(
  deps: RecountDependencies,
  { atMostMs, courseId, stopping }: { atMostMs: number; courseId?: string; stopping?: AbortSignal },
): Promise<void> {
  const end = performance.now() + atMostMs
  const asked = await deps.db
    .select()
    .from(progressRecounts)
    .where(courseId === undefined ? undefined : eq(progressRecounts.courseId, courseId))
    .orderBy(asc(progressRecounts.requestedAt))
  for (const recount of asked) {
    let isBehind = true
    while (isBehind && performance.now() < end && !stopping?.aborted) {
      await recountSome(deps, recount.courseId)
      // Fewer may have been written than were read: who reports meanwhile is read again.
      isBehind = await isAnybodyBehind(deps.db, recount.courseId)
    }
    if (!isBehind) await forgetRecount(deps.db, recount)
  }
}

async function forgetRecount(
  db: Database,
  { courseId, requestedAt }: typeof progressRecounts.$inferSelect,
): Promise<void> {
  const asked = progressRecounts.requestedAt
  await db.delete(progressRecounts).where(
    and(
      eq(progressRecounts.courseId, courseId),
      // As it was read: a Date has no microseconds.
      eq(sql`date_trunc('milliseconds', ${asked})`, sql.param(requestedAt, asked)),
      lt(asked, sql`now() - ${isKeptFor}`),
    ),
  )
}

async function isAnybodyBehind(db: Database, courseId: string): Promise<boolean> {
  const found = await db
    .select({ learnerId: courseProgress.learnerId })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .where(
      and(
        eq(courseProgress.courseId, courseId),
        isNull(courseProgress.completedAt),
        lt(courseProgress.lessonsRevision, courses.lessonsRevision),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Counts for `learnersAtOnce` of those who are behind. */
async function recountSome(deps: RecountDependencies, courseId: string): Promise<void> {
  const { db } = deps
  const [course] = await db
    .select({ revision: courses.lessonsRevision })
    .from(courses)
    .where(eq(courses.id, courseId))
  if (!course) return
  const { revision } = course
  const lessons = await db.$count(
    videos,
    and(eq(videos.courseId, courseId), isNull(videos.retiredAt)),
  )
  const behind = selectBehind(db, courseId, revision)
  const hasFinished = and(gt(sql`${lessons}::int`, 0), eq(behind.complete, lessons))
  const finished = await db.select().from(behind).where(hasFinished)
  await db
    .update(courseProgress)
    .set({
      percent: sql`100 * ${behind.played} / ${Math.max(1, lessons)}`,
      lessonsRevision: revision,
    })
    .from(behind)
    .where(
      and(
        eq(courseProgress.courseId, courseId),
        eq(courseProgress.learnerId, behind.learnerId),
        eq(sql`course_progress.xmin::text`, behind.version),
        sql`not ${hasFinished}`,
      ),
    )
  for (const { learnerId, version } of finished) {
    await finishCourse(deps, { learnerId, version, courseId, revision })
  }
}

/** Learners in the middle whose percent tells of other lessons, with what they played of today's. */
function selectBehind(db: Database, courseId: string, revision: number) {
  const picked = db
    .select({ learnerId: courseProgress.learnerId, version: sql<string>`xmin::text`.as('version') })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.courseId, courseId),
        isNull(courseProgress.completedAt),
        lt(courseProgress.lessonsRevision, revision),
      ),
    )
    .limit(learnersAtOnce)
    .as('picked')
  const isComplete = sql`${videoProgress.completedAt} is not null`
  return db
    .select({
      learnerId: picked.learnerId,
      version: picked.version,
      complete: sql<number>`count(${videos.id}) filter (where ${isComplete})`.as('complete'),
      played: sql<number>`
        coalesce(sum(case when ${videos.id} is null then 0
                          when ${isComplete} then 1
                          else ${sql.raw(ofPresentFilm('fraction'))} end), 0)`.as('played'),
    })
    .from(picked)
    .leftJoin(
      videoProgress,
      and(eq(videoProgress.learnerId, picked.learnerId), eq(videoProgress.courseId, courseId)),
    )
    .leftJoin(videos, and(eq(videos.id, videoProgress.videoId), isNull(videos.retiredAt)))
    .groupBy(picked.learnerId, picked.version)
    .as('behind')
}

/** Everything that is in the course today was played: it is completed, if it is theirs. */
async function finishCourse(
  deps: RecountDependencies,
  at: { learnerId: string; version: string; courseId: string; revision: number },
): Promise<void> {
  const { learnerId, courseId } = at
  await deps.db.transaction(async (db) => {
    await lockAccess(db, { learnerId, courseId })
    const written = await db
      .update(courseProgress)
      .set({ percent: 100, lessonsRevision: at.revision })
      .where(
        and(
          eq(courseProgress.learnerId, learnerId),
          eq(courseProgress.courseId, courseId),
          eq(sql`course_progress.xmin::text`, at.version),
        ),
      )
      .returning({ learnerId: courseProgress.learnerId })
    if (written.length > 0) await completeIfWatched(deps, db, { learnerId, courseId })
  })
}
