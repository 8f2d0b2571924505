import { and, eq, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import type { Cause } from './change-access.ts'
import { accessLedger } from './tables.ts'

interface Held {
  kind: Cause['kind']
  learnerId: string
  courseId: string
}

/** Of a kind, the ids of the causes by which a learner has a course: those that nobody has taken back. */
export async function listOpenCauses(
  db: Database,
  { kind, learnerId, courseId }: Held,
): Promise<string[]> {
  const revoked = alias(accessLedger, 'revoked')
  const revocations = db
    .select({ id: revoked.id })
    .from(revoked)
    .where(
      and(
        eq(revoked.causeKind, kind),
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
        eq(accessLedger.causeKind, kind),
        eq(accessLedger.change, 'grant'),
        notExists(revocations),
      ),
    )
  return open.map(({ causeId }) => causeId)
}

/** Who were given a course by a cause, also if it was taken back since. */
export async function listGranted(
  db: Database,
  { kind, id }: Cause,
  courseId: string,
): Promise<string[]> {
  const granted = await db
    .select({ learnerId: accessLedger.learnerId })
    .from(accessLedger)
    .where(
      and(
        eq(accessLedger.causeKind, kind),
        eq(accessLedger.causeId, id),
        eq(accessLedger.courseId, courseId),
        eq(accessLedger.change, 'grant'),
      ),
    )
  return granted.map(({ learnerId }) => learnerId)
}
