import { and, eq, notExists, type SQL, sql } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import type { Cause } from './change-access.ts'
import { accessLedger } from './tables.ts'

interface Held {
  learnerId: string
  courseId: string
}

/** Of a kind, the ids of the causes by which a learner has a course: those that nobody has taken back. */
export async function listOpenCauses(
  db: Database,
  { kind, ...held }: Held & { kind: Cause['kind'] },
): Promise<string[]> {
  return listOpen(db, held, eq(accessLedger.causeKind, kind))
}

/** The same of what staff gave. */
export async function listOpenGifts(db: Database, held: Held): Promise<string[]> {
  return listOpen(db, held, isStaffGift())
}

/**
 * Of a row of the ledger: staff gave the course. What a parent has bought and shared is a gift by the id
 * of its order, and no gift of staff (docs/decisions/0112).
 */
export function isStaffGift(): SQL<boolean> {
  const paid = alias(accessLedger, 'paid')
  const payments = new QueryBuilder()
    .select({ id: paid.id })
    .from(paid)
    .where(
      and(
        eq(paid.causeKind, 'payment'),
        eq(paid.causeId, accessLedger.causeId),
        eq(paid.courseId, accessLedger.courseId),
      ),
    )
  return sql<boolean>`${and(eq(accessLedger.causeKind, 'gift'), notExists(payments))}`
}

async function listOpen(
  db: Database,
  { learnerId, courseId }: Held,
  ofKind: SQL,
): Promise<string[]> {
  const revoked = alias(accessLedger, 'revoked')
  const revocations = db
    .select({ id: revoked.id })
    .from(revoked)
    .where(
      and(
        eq(revoked.causeKind, accessLedger.causeKind),
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
        ofKind,
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
