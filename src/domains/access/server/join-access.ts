import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { sumUp } from './change-access.ts'
import { accessLedger, entitlements } from './tables.ts'

/**
 * Whatever gave or took a course of one account gives or takes it of the other: a course that both have
 * stays open while one of its causes stands. Inside the transaction that joins. Resolves to the courses.
 */
export async function joinAccess(db: Database, { fromId, intoId }: Joined): Promise<string[]> {
  const moved = await db
    .update(accessLedger)
    .set({ learnerId: intoId })
    .where(eq(accessLedger.learnerId, fromId))
    .returning({ courseId: accessLedger.courseId })
  await db.delete(entitlements).where(eq(entitlements.learnerId, fromId))
  const courseIds = [...new Set(moved.map(({ courseId }) => courseId))]
  for (const courseId of courseIds) await sumUp(db, { learnerId: intoId, courseId })
  return courseIds
}
