import { and, eq, isNull, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
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
  await lockAccess(db, { learnerId, courseId })
  const { learnerId: learner, courseId: course, videoId: video } = earlyOpenings
  const [known] = await db
    .select({ opensAt: earlyOpenings.opensAt })
    .from(earlyOpenings)
    .where(and(eq(learner, learnerId), eq(course, courseId), eq(video, videoId)))
  const before = known?.opensAt ?? null
  const stays = before !== null && before <= new Date() && before < opensAt
  const after = stays ? before : opensAt
  await db
    .insert(earlyOpenings)
    .values({ learnerId, courseId, videoId, opensAt: after })
    .onConflictDoUpdate({ target: [learner, course, video], set: { opensAt: after } })
  return { title: lesson.title, before, after }
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
