import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { explainAccess } from '../../access/server/explain-access.ts'
import type { LearnerStanding } from '../../catalogue/lesson-opening.ts'
import { earlyOpenings, videoProgress } from './tables.ts'

/** What decides which lessons of a course are due for a learner, who has it or had it. */
export async function readStanding(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<LearnerStanding> {
  const history = await explainAccess(db, learnerId, courseId)
  const played = await db
    .select({ id: videoProgress.videoId, completedAt: videoProgress.completedAt })
    .from(videoProgress)
    .where(and(eq(videoProgress.learnerId, learnerId), eq(videoProgress.courseId, courseId)))
  const early = await db
    .select({ id: earlyOpenings.videoId, opensAt: earlyOpenings.opensAt })
    .from(earlyOpenings)
    .where(and(eq(earlyOpenings.learnerId, learnerId), eq(earlyOpenings.courseId, courseId)))
  const grants = history.filter(({ change }) => change === 'grant')
  return {
    startedAt: new Date(Math.min(Date.now(), ...grants.map((one) => one.createdAt.getTime()))),
    completedAt: new Map(
      played.flatMap(({ id, completedAt }) => (completedAt ? [[id, completedAt] as const] : [])),
    ),
    begun: new Set(played.map(({ id }) => id)),
    early: new Map(early.map(({ id, opensAt }) => [id, opensAt])),
  }
}
