import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { accessLedger } from './tables.ts'

export interface AccessEntry {
  change: 'grant' | 'revocation'
  causeKind: 'payment' | 'gift'
  causeId: string
  reason: string
  createdAt: Date
}

/** Why somebody has, or no longer has, a course: every grant and revocation, oldest first. */
export async function explainAccess(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<AccessEntry[]> {
  return db
    .select({
      change: accessLedger.change,
      causeKind: accessLedger.causeKind,
      causeId: accessLedger.causeId,
      reason: accessLedger.reason,
      createdAt: accessLedger.createdAt,
    })
    .from(accessLedger)
    .where(and(eq(accessLedger.learnerId, learnerId), eq(accessLedger.courseId, courseId)))
    .orderBy(asc(accessLedger.id))
}
