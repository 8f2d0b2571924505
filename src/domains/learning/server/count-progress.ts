import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { courseProgress } from './tables.ts'

/** How many of a course's owners are in the middle of it, and how many have completed it. */
export async function countProgress(
  db: Database,
  courseId: string,
): Promise<{ inProgress: number; completed: number }> {
  const { completedAt, learnerId } = courseProgress
  const [counted] = await db
    .select({
      inProgress: sql<number>`count(*) filter (where ${completedAt} is null)`.mapWith(Number),
      completed: sql<number>`count(*) filter (where ${completedAt} is not null)`.mapWith(Number),
    })
    .from(courseProgress)
    .where(
      and(eq(courseProgress.courseId, courseId), ownsCourse(learnerId, courseProgress.courseId)),
    )
  return counted ?? { inProgress: 0, completed: 0 }
}
