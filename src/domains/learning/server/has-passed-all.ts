import { and, eq, notExists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { countedQuizzes, passedQuizzes } from './tables.ts'

/** That a learner has passed every quiz that the course asks for, as a condition of a larger statement. */
export function passedAll(learnerId: SQLWrapper, courseId: SQLWrapper): SQL<boolean> {
  const passed = new QueryBuilder()
    .select({ passedAt: passedQuizzes.passedAt })
    .from(passedQuizzes)
    .where(
      and(
        eq(passedQuizzes.learnerId, learnerId),
        eq(passedQuizzes.courseId, countedQuizzes.courseId),
        eq(passedQuizzes.videoId, countedQuizzes.videoId),
      ),
    )
  const missing = new QueryBuilder()
    .select({ videoId: countedQuizzes.videoId })
    .from(countedQuizzes)
    .where(and(eq(countedQuizzes.courseId, courseId), notExists(passed)))
  return sql<boolean>`${notExists(missing)}`
}

export async function hasPassedAll(
  db: Database,
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<boolean> {
  const [found] = await db
    .select({ passed: passedAll(sql`${learnerId}::uuid`, sql`${courseId}::text`) })
    .from(sql`(select) as always`)
  return found?.passed ?? false
}
