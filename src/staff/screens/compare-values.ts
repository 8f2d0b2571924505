import { formatDateTime } from '../../ui/format.ts'

export interface ChangedValue {
  name: string
  /** As a person reads it; null: nothing is said of it. */
  before: string | null
  after: string | null
}

/** Two values of the audit log, field by field, those first that differ. */
export function compareValues(before: unknown, after: unknown): ChangedValue[] {
  const old = fieldsOf(before)
  const fresh = fieldsOf(after)
  const names = [...new Set([...old.keys(), ...fresh.keys()])]
  const changes = names.map((name) => ({
    name: name.replaceAll('_', ' '),
    before: old.get(name) ?? null,
    after: fresh.get(name) ?? null,
  }))
  const isSame = (change: ChangedValue): number => Number(change.before === change.after)
  return changes.sort((one, other) => isSame(one) - isSame(other))
}

function fieldsOf(value: unknown): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([['value', inWords(value)]])
  return new Map(Object.entries(value).map(([name, inner]) => [name, inWords(inner)]))
}

/** As our own code writes them, and nothing else. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function inWords(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return instant.test(value) ? formatDateTime(value) : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join('\n')
  return JSON.stringify(value)
}
