import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses, modules, videos } from './tables.ts'

/** Every course that was not deleted, whatever its state, newest first, with how much is in it. */
export async function listAvailableCourses(
  db: Database,
): Promise<(typeof courses.$inferSelect & { moduleCount: number; lessonCount: number })[]> {
  const found = await db
    .select({
      course: courses,
      moduleCount: db.$count(modules, eq(modules.courseId, courses.id)),
      lessonCount: db.$count(
        videos,
        and(eq(videos.courseId, courses.id), isNull(videos.retiredAt)),
      ),
    })
    .from(courses)
    .where(isNull(courses.hiddenAt))
    .orderBy(desc(courses.createdAt), desc(courses.id))
  return found.map(({ course, ...counts }) => ({ ...course, ...counts }))
}
