import type { AuditEntry } from '../contract.ts'
import type { auditLog } from './tables.ts'

type Row = Pick<typeof auditLog.$inferSelect, 'subjectId' | 'before' | 'after'>

/** Who and what stands behind the ids of the audit log. The log itself keeps ids: people can be erased. */
export interface SubjectNames {
  /** Names by id of those that are known: people, courses, payments with their sums. */
  nameIds: (ids: readonly string[]) => Promise<Map<string, string>>
  /** Those that a search is about. */
  findIds: (search: string) => Promise<string[]>
}

/** Kinds of subjects whose ids `findIds` finds. */
export const namedKinds = ['learner', 'staff', 'course', 'launch price', 'payment']

/** Every text of the rows that may be an id. */
export function listIds(rows: readonly Row[]): string[] {
  const ids = rows.flatMap(({ subjectId, before, after }) => textsOf([subjectId, before, after]))
  return [...new Set(ids.filter((text) => /^[\w-]{1,200}$/.test(text)))]
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

/** As it is called now, else as it was called then. Null: it has no name but its id. */
export function nameSubject(row: Row, names: Map<string, string>): string | null {
  const known = row.subjectId === null ? undefined : names.get(row.subjectId)
  return known ?? titleIn(row.before) ?? titleIn(row.after)
}

function titleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { title, subject, filename, message } = value as Record<string, unknown>
  const found = [title, subject, filename, message].find((text) => typeof text === 'string')
  return typeof found === 'string' ? found : null
}

/** Of the names those that stand for values of an entry. */
export function namesWithin(
  { before, after }: Row,
  names: Map<string, string>,
): AuditEntry['names'] {
  const texts = textsOf([before, after])
  return Object.fromEntries(
    texts.flatMap((text) => (names.has(text) ? [[text, names.get(text) ?? '']] : [])),
  )
}
