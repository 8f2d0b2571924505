import { and, asc, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { nameAuditEvent } from './audit-event-names.ts'
import { isWithin } from './list-audit.ts'
import { listIds, nameSubject, type SubjectNames } from './name-subjects.ts'
import { auditLog } from './tables.ts'

type Row = typeof auditLog.$inferSelect

const rowsAtOnce = 1000

export const auditHeadings = [
  'id',
  'at',
  'who',
  'role',
  'act',
  'call',
  'subject',
  'subject id',
  'name',
  'before',
  'after',
  'reason',
  'address',
  'outcome',
  'problem',
]

/** The log's rows as cells, oldest first, some at a time: it may be longer than memory. */
export async function* exportAudit(
  { db, names }: { db: Database; names: SubjectNames },
  days: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<string[][]> {
  let last: Row | undefined
  do {
    const rows: Row[] = await db
      .select()
      .from(auditLog)
      .where(and(isWithin(days), last && comesAfter(last)))
      .orderBy(asc(auditLog.at), asc(auditLog.id))
      .limit(rowsAtOnce)
    const known = await names.nameIds(listIds(rows))
    yield rows.map((row) => describeRow(row, known))
    last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
  } while (last)
}

/** By the row itself: a time as JavaScript knows it has lost its microseconds. */
function comesAfter({ id }: Row) {
  return sql`(${auditLog.at}, ${auditLog.id}) > (select l.at, l.id from ${auditLog} l where l.id = ${id})`
}

function describeRow(row: Row, names: Map<string, string>): string[] {
  const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value))
  return [
    String(row.id),
    row.at.toISOString(),
    row.actorName,
    row.actorRole ?? '',
    nameAuditEvent(row.act) ?? row.summary,
    row.act,
    row.subjectKind ?? '',
    row.subjectId ?? '',
    nameSubject(row, names) ?? '',
    json(row.before),
    json(row.after),
    row.reason ?? '',
    row.ip,
    row.outcome,
    row.problem ?? '',
  ]
}
