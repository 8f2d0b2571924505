import { and, eq, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { accessLedger } from '../../access/server/tables.ts'

/** The causes of gifts of a course that nobody has withdrawn. */
export async function listOpenGifts(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<string[]> {
  const revoked = alias(accessLedger, 'revoked')
  const revocations = db
    .select({ id: revoked.id })
    .from(revoked)
    .where(
      and(
        eq(revoked.causeKind, 'gift'),
        eq(revoked.causeId, accessLedger.causeId),
        eq(revoked.courseId, accessLedger.courseId),
        eq(revoked.change, 'revocation'),
      ),
    )
  const open = await db
    .select({ causeId: accessLedger.causeId })
    .from(accessLedger)
    .where(
      and(
        eq(accessLedger.learnerId, learnerId),
        eq(accessLedger.courseId, courseId),
        eq(accessLedger.causeKind, 'gift'),
        eq(accessLedger.change, 'grant'),
        notExists(revocations),
      ),
    )
  return open.map(({ causeId }) => causeId)
}
