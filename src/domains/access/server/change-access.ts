import { and, eq, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { lockAccess } from './lock-access.ts'
import { accessLedger, entitlements } from './tables.ts'

/** What grants hang on, each course once. Undoing one cause leaves what others granted. */
export interface Cause {
  kind: 'payment' | 'gift'
  id: string
}

interface AccessChange {
  learnerId: string
  courseId: string
  cause: Cause
  /** Plain words for the learner and the administrator. */
  reason: string
}

/**
 * Lets a learner watch a course. Call inside a transaction. Resolves to false, changing nothing,
 * if this cause granted this course before (also if it was revoked since).
 */
export async function grantAccess(db: Database, change: AccessChange): Promise<boolean> {
  await lockAccess(db, change)
  const isNew = await append(db, 'grant', change)
  if (isNew) await sumUp(db, change)
  return isNew
}

/**
 * Takes back what one cause granted. Call inside a transaction. Resolves to false, changing nothing,
 * if that cause never granted this course or it was taken back before.
 */
export async function revokeAccess(db: Database, change: AccessChange): Promise<boolean> {
  await lockAccess(db, change)
  const { causeKind, causeId } = accessLedger
  const grants = await db
    .select({ id: accessLedger.id })
    .from(accessLedger)
    .where(
      and(
        eq(causeKind, change.cause.kind),
        eq(causeId, change.cause.id),
        eq(accessLedger.courseId, change.courseId),
        eq(accessLedger.change, 'grant'),
      ),
    )
  if (grants.length === 0) return false
  const isNew = await append(db, 'revocation', change)
  if (isNew) await sumUp(db, change)
  return isNew
}

async function append(
  db: Database,
  kind: 'grant' | 'revocation',
  change: AccessChange,
): Promise<boolean> {
  const inserted = await db
    .insert(accessLedger)
    .values({
      learnerId: change.learnerId,
      courseId: change.courseId,
      change: kind,
      causeKind: change.cause.kind,
      causeId: change.cause.id,
      reason: change.reason,
    })
    .onConflictDoNothing()
    .returning({ id: accessLedger.id })
  return inserted.length > 0
}

/** Makes the entitlement agree with the ledger: it stands while any grant is not taken back. */
export async function sumUp(
  db: Database,
  { learnerId, courseId }: Pick<AccessChange, 'learnerId' | 'courseId'>,
): Promise<void> {
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
  const standing = db
    .select({
      learnerId: accessLedger.learnerId,
      courseId: accessLedger.courseId,
      since: sql`min(${accessLedger.createdAt})`.as('since'),
    })
    .from(accessLedger)
    .where(
      and(
        eq(accessLedger.learnerId, learnerId),
        eq(accessLedger.courseId, courseId),
        eq(accessLedger.change, 'grant'),
        notExists(revocations),
      ),
    )
    .groupBy(accessLedger.learnerId, accessLedger.courseId)
  const kept = await db
    .insert(entitlements)
    .select(standing)
    .onConflictDoUpdate({
      target: [entitlements.learnerId, entitlements.courseId],
      set: { since: sql`excluded.since` },
    })
    .returning({ since: entitlements.since })
  if (kept.length > 0) return
  await db
    .delete(entitlements)
    .where(and(eq(entitlements.learnerId, learnerId), eq(entitlements.courseId, courseId)))
}
