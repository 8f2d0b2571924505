import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { entitlements } from './tables.ts'

/** How many learners have a course now. */
export async function countOwners(db: Database, courseId: string): Promise<number> {
  return db.$count(entitlements, eq(entitlements.courseId, courseId))
}
