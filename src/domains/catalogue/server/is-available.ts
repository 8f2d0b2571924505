import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from './tables.ts'

/** True for a course that was not deleted, whatever its state. */
export async function isAvailable(db: Database, courseId: string): Promise<boolean> {
  return (await db.$count(courses, and(eq(courses.id, courseId), isNull(courses.hiddenAt)))) > 0
}
