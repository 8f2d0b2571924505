import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { lockAccess } from './lock-access.ts'
import { accessLedger } from './tables.ts'

/** What a grant hangs on. Undoing one cause leaves what others granted. */
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
 * if this cause granted before (also if it was revoked since).
 */
export async function grantAccess(db: Database, change: AccessChange): Promise<boolean> {
  await lockAccess(db, change)
  const isNew = await append(db, 'grant', change)
  if (isNew) await sumUp(db, change)
  return isNew
}

/**
 * Takes back what one cause granted. Call inside a transaction. Resolves to false, changing nothing,
 * if that cause never granted or was taken back before.
 */
export async function revokeAccess(db: Database, change: AccessChange): Promise<boolean> {
  await lockAccess(db, change)
  const { rows } = await db.execute(sql`
    select 1 from access_ledger
     where cause_kind = ${change.cause.kind} and cause_id = ${change.cause.id} and change = 'grant'`)
  if (rows.length === 0) return false
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
      createdAt: sql`clock_timestamp()`,
    })
    .onConflictDoNothing()
    .returning({ id: accessLedger.id })
  return inserted.length > 0
}

/** Makes the entitlement agree with the ledger: it stands while any grant is not taken back. */
async function sumUp(db: Database, { learnerId, courseId }: AccessChange): Promise<void> {
  await db.execute(sql`
    with standing as (
      select min(granted.created_at) as since
        from access_ledger granted
       where granted.learner_id = ${learnerId} and granted.course_id = ${courseId}
         and granted.change = 'grant'
         and not exists (
           select 1 from access_ledger revoked
            where revoked.cause_kind = granted.cause_kind and revoked.cause_id = granted.cause_id
              and revoked.change = 'revocation')),
    gone as (
      delete from entitlements
       where learner_id = ${learnerId} and course_id = ${courseId}
         and (select since from standing) is null)
    insert into entitlements (learner_id, course_id, since)
    select ${learnerId}, ${courseId}, since from standing where since is not null
    on conflict (learner_id, course_id) do update set since = excluded.since`)
}
