import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { courses } from './tables.ts'

/** What a course is called and costs; undefined for one that visitors do not see in the shop. */
export async function findCourseOnSale(
  db: Database,
  courseId: string,
): Promise<{ id: string; title: string; priceInPaise: number } | undefined> {
  const { id, title, priceInPaise } = courses
  const [course] = await db
    .select({ id, title, priceInPaise })
    .from(courses)
    .where(and(eq(id, courseId), isNull(courses.hiddenAt)))
  return course
}
