import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { AuditEvent, RecordAuditEvent } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { fitForLog } from './fit-for-log.ts'
import { auditLog } from './tables.ts'

/** So many refusals of one person are written down in an hour: enough to be seen, no flood. */
export const refusalsPerHour = 20

/** Writes acts to the audit log. */
export function createRecordAuditEvent(outer: Database): RecordAuditEvent {
  return async (act, db = outer) => {
    if (act.outcome === 'refused' && (await hasManyRefusals(db, act.actor.id))) return
    const before = fitForLog(act.before)
    const after = fitForLog(act.after)
    await db.insert(auditLog).values({
      actorId: act.actor.id,
      actorName: act.actor.name,
      actorRole: act.actor.role,
      act: act.act,
      summary: act.summary,
      subjectKind: act.subject?.kind ?? null,
      subjectId: act.subject?.id ?? null,
      before,
      after,
      reason: act.reason ?? null,
      ip: act.ip,
      outcome: act.outcome,
      problem: act.problem ?? null,
      searched: describeForSearch(act, before, after),
    })
  }
}

async function hasManyRefusals(db: Database, actorId: string): Promise<boolean> {
  const { actorId: actor, at, outcome } = auditLog
  const [found] = await db
    .select({ refusals: count() })
    .from(auditLog)
    .where(and(eq(actor, actorId), eq(outcome, 'refused'), gt(at, sql`now() - interval '1 hour'`)))
  return (found?.refusals ?? 0) >= refusalsPerHour
}

function describeForSearch(act: AuditEvent, before: unknown, after: unknown): string {
  const { actor, subject, reason = '', problem = '' } = act
  return [
    actor.name,
    act.act,
    act.summary,
    subject?.kind ?? '',
    subject?.id ?? '',
    reason,
    problem,
    act.ip,
    ...[before, after].map((value) => (value === null ? '' : JSON.stringify(value))),
  ]
    .join('\n')
    .toLowerCase()
    .slice(0, 4000)
}
