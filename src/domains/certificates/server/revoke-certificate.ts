import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { isOwned } from '../../access/server/check-access.ts'
import { certificates } from './tables.ts'

/** Withdraws a learner's certificate of a course, if there is one and nothing else opens the course. */
export async function revokeCertificate(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<void> {
  if (await isOwned(db, learnerId, courseId)) return
  await db
    .update(certificates)
    .set({ revokedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(certificates.learnerId, learnerId),
        eq(certificates.courseId, courseId),
        isNull(certificates.revokedAt),
      ),
    )
}
