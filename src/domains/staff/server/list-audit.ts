import { and, desc, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { indiaTimeZone } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import type * as staff from '../contract.ts'
import { nameAuditEvent } from './audit-event-names.ts'
import {
  listIds,
  namedKinds,
  nameSubject,
  namesWithin,
  type SubjectNames,
} from './name-subjects.ts'
import { auditLog } from './tables.ts'

type Query = QueryOf<typeof staff.listAudit>
type AuditRow = Omit<typeof auditLog.$inferSelect, 'searched'>

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const meantAtMost = 50

const { searched: _, ...auditColumns } = getTableColumns(auditLog)

/** One page of the audit log, newest first, with the names of those it is about. */
export async function listAudit(
  { db, names }: { db: Database; names: SubjectNames },
  query: Query,
): Promise<ResponseOf<typeof staff.listAudit>> {
  const { cursor, search = '', actor, act, limit } = query
  const rows = await db
    .select(auditColumns)
    .from(auditLog)
    .where(
      and(
        isBehind(auditLog.at, auditLog.id, cursor),
        search === '' ? undefined : isAbout(search, await names.findIds(search)),
        actor === undefined ? undefined : eq(auditLog.actorId, actor),
        act === undefined ? undefined : eq(auditLog.act, act),
        isWithin(query),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  const known = await names.nameIds(listIds(page))
  return { entries: page.map((row) => describeEntry(row, known)), next_cursor }
}

/** Of days in Indian time, both included. */
export function isWithin({ from, to }: Pick<Query, 'from' | 'to'>): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(auditLog.at, startOf(from, 0)),
    to === undefined ? undefined : lt(auditLog.at, startOf(to, 1)),
  )
}

function startOf(day: string, daysLater: number): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp at time zone ${indiaTimeZone}::text)`
}

/** What people did, too, and what only names them: of so many as somebody means by a search. */
function isAbout(search: string, ids: string[]): SQL | undefined {
  const { searched, subjectKind, subjectId, actorId } = auditLog
  const uuids = ids.filter((id) => isUuid.test(id))
  const meant = ids.length > meantAtMost ? [] : ids
  return or(
    ...[search, ...meant].map((text) => sql`${searched} like ${containing(text)}`),
    and(inArray(subjectKind, namedKinds), sql`${subjectId} = any(${sql.param(ids)}::text[])`),
    sql`${actorId} = any(${sql.param(uuids)}::uuid[])`,
  )
}

function containing(search: string): string {
  return `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function describeEntry(row: AuditRow, names: Map<string, string>): staff.AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: { id: row.actorId, name: row.actorName, role: row.actorRole },
    act: row.act,
    summary: t(nameAuditEvent(row.act) ?? row.summary),
    subject:
      row.subjectKind === null || row.subjectId === null
        ? null
        : { kind: row.subjectKind, id: row.subjectId, name: nameSubject(row, names) },
    names: namesWithin(row, names),
    before: row.before,
    after: row.after,
    reason: row.reason,
    ip: row.ip,
    outcome: row.outcome,
    problem: row.problem,
  }
}
