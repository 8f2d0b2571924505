import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import { hasRight } from '../../../http/rights.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import { isDue, opensAt, type PlannedLesson } from '../../catalogue/lesson-opening.ts'
import { findPlan, type OpeningDependencies } from '../../catalogue/server/not-due.ts'
import { videos } from '../../catalogue/server/tables.ts'
import { tellOpensAt } from '../../catalogue/tell-opening.ts'

/** Refused with `lesson_not_due`, which says when the lesson opens. Staff who edit courses see all. */
export async function requireDue(
  deps: OpeningDependencies,
  caller: CurrentUser,
  { courseId, videoId }: { courseId: string; videoId: string },
): Promise<void> {
  if (hasRight(caller.role, 'courses')) return
  const plan = await findPlan(deps, courseId)
  const lesson =
    plan?.lessons.find(({ id }) => id === videoId) ?? (await findRetired(deps, courseId, videoId))
  if (lesson === null) return
  const standing = await deps.readStanding(deps.db, { learnerId: caller.learnerId, courseId })
  const opens = opensAt(lesson, standing)
  if (opens === 'open' || isDue(opens, new Date())) return
  throw new ProblemError('lesson_not_due', { detail: `${tellOpensAt(opens)}.` })
}

/** One with a rule that left the course is open for whom it was open then. Null: it had no rule. */
async function findRetired(
  { db }: OpeningDependencies,
  courseId: string,
  videoId: string,
): Promise<PlannedLesson | null> {
  const [found] = await db
    .select({ opens: videos.opens, earlier: videos.earlierOpenings, retiredAt: videos.retiredAt })
    .from(videos)
    .where(and(eq(videos.id, videoId), eq(videos.courseId, courseId)))
  if (!found?.opens || found.retiredAt === null) return null
  const never = { kind: 'after', video_id: videoId } as const
  return { id: videoId, opening: never, earlier: found.earlier }
}
