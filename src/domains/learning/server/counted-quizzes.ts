import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { completeIfWatched } from './complete-if-watched.ts'
import type { CompletionMailDependencies } from './mail-completion.ts'
import { requestRecount } from './recount-progress.ts'
import { countedQuizzes, courseProgress, passedQuizzes } from './tables.ts'

interface Pass {
  learnerId: string
  courseId: string
  videoId: string
}

/** Keeps that somebody passed a quiz; if nothing else was missing, the course is completed by it. */
export async function recordPass(
  deps: CompletionMailDependencies,
  db: Database,
  pass: Pass,
): Promise<void> {
  await db.insert(passedQuizzes).values(pass).onConflictDoNothing()
  await completeIfWatched(deps, db, pass)
}

/** In the transaction that publishes the course. What is completed or passed stays so. */
export async function setCountedQuizzes(
  db: Database,
  courseId: string,
  videoIds: string[],
): Promise<void> {
  const ofCourse = eq(countedQuizzes.courseId, courseId)
  await db.delete(countedQuizzes).where(and(ofCourse, notInArray(countedQuizzes.videoId, videoIds)))
  if (videoIds.length === 0) return
  await db
    .insert(countedQuizzes)
    .values(videoIds.map((videoId) => ({ courseId, videoId })))
    .onConflictDoNothing()
}

/**
 * What was passed in either account was passed in the one that stays. Behind `lockProgress`. Resolves to
 * the courses that may be completed by it.
 */
export async function joinPasses(db: Database, { fromId, intoId }: Joined): Promise<string[]> {
  const passed = await db
    .delete(passedQuizzes)
    .where(eq(passedQuizzes.learnerId, fromId))
    .returning()
  if (passed.length === 0) return []
  const { learnerId, courseId, videoId, passedAt } = passedQuizzes
  await db
    .insert(passedQuizzes)
    .values(passed.map((pass) => ({ ...pass, learnerId: intoId })))
    .onConflictDoUpdate({
      target: [learnerId, courseId, videoId],
      set: { passedAt: sql`least(${passedAt}, excluded.passed_at)` },
    })
  const courseIds = [...new Set(passed.map((pass) => pass.courseId))]
  await db
    .update(courseProgress)
    .set({ lessonsRevision: 0 })
    .where(
      and(
        eq(courseProgress.learnerId, intoId),
        inArray(courseProgress.courseId, courseIds),
        isNull(courseProgress.completedAt),
      ),
    )
  for (const one of courseIds) await requestRecount(db, one)
  return courseIds
}
