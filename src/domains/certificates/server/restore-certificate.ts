import { and, eq, exists, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import { certificates } from './tables.ts'

/**
 * Lets a learner's certificate of a course that was withdrawn hold again, if there is one and the course
 * is theirs again, completed as it was. Inside the transaction that opened it.
 */
export async function restoreCertificate(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<void> {
  const completed = db
    .select({ at: courseProgress.completedAt })
    .from(courseProgress)
    .where(
      and(
        eq(courseProgress.learnerId, certificates.learnerId),
        eq(courseProgress.courseId, certificates.courseId),
        isNotNull(courseProgress.completedAt),
      ),
    )
  await db
    .update(certificates)
    .set({ revokedAt: null })
    .where(
      and(
        eq(certificates.learnerId, learnerId),
        eq(certificates.courseId, courseId),
        isNotNull(certificates.revokedAt),
        ownsCourse(certificates.learnerId, certificates.courseId),
        exists(completed),
      ),
    )
}
