import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { earlyOpenings } from './tables.ts'

interface EarlyOpening {
  learnerId: string
  courseId: string
  videoId: string
  opensAt: Date
}

/**
 * Lets a learner into a lesson at an instant, if its rule does not sooner. A later one takes the place of
 * one to come; what has opened stays open. Resolves to the lesson's title and what was given before.
 * Refused with `video_not_found`.
 */
export async function openEarly(
  db: Database,
  { learnerId, courseId, videoId, opensAt }: EarlyOpening,
): Promise<{ title: string; before: Date | null; after: Date }> {
  const [lesson] = await db
    .select({ title: videos.title })
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.courseId, courseId), isNull(videos.retiredAt)))
  if (!lesson) throw new ProblemError('video_not_found')
  const { learnerId: learner, courseId: course, videoId: video } = earlyOpenings
  const [known] = await db
    .select({ opensAt: earlyOpenings.opensAt })
    .from(earlyOpenings)
    .where(and(eq(learner, learnerId), eq(course, courseId), eq(video, videoId)))
    .for('update')
  const kept = earlyOpenings.opensAt
  const [written] = await db
    .insert(earlyOpenings)
    .values({ learnerId, courseId, videoId, opensAt })
    .onConflictDoUpdate({
      target: [learner, course, video],
      set: {
        opensAt: sql`case when ${kept} <= clock_timestamp() then least(${kept}, excluded.opens_at)
                          else excluded.opens_at end`,
      },
    })
    .returning({ opensAt: kept })
  if (!written) throw new Error('The opening was not written')
  return { title: lesson.title, before: known?.opensAt ?? null, after: written.opensAt }
}

/** What either account was given opens for the one that stays, the sooner. Inside the transaction that joins. */
export async function joinEarlyOpenings(
  db: Database,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  const { learnerId, courseId, videoId, opensAt } = earlyOpenings
  const moved = await db.delete(earlyOpenings).where(eq(learnerId, fromId)).returning()
  if (moved.length === 0) return
  await db
    .insert(earlyOpenings)
    .values(moved.map((one) => ({ ...one, learnerId: intoId })))
    .onConflictDoUpdate({
      target: [learnerId, courseId, videoId],
      set: { opensAt: sql`least(${opensAt}, excluded.opens_at)` },
    })
}
