import { formatDateTime } from '../../../shared/format-date.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { formatPaise, formatRupees } from '../../../shared/money.ts'

export interface ChangedValue {
  name: string
  /** As a person reads it; null: nothing is said of it. */
  before: string | null
  after: string | null
}

type Names = Record<string, string>

/** Two values of the audit log, field by field, those first that differ; ids by their names. */
export function compareValues(before: unknown, after: unknown, names: Names = {}): ChangedValue[] {
  const old = fieldsOf(before, names)
  const fresh = fieldsOf(after, names)
  const fields = [...new Set([...old.keys(), ...fresh.keys()])]
  const changes = fields.map((name) => ({
    name: name.replace(/_(in_paise|ids?)$/, '').replaceAll('_', ' '),
    before: old.get(name) ?? null,
    after: fresh.get(name) ?? null,
  }))
  const isSame = (change: ChangedValue): number => Number(change.before === change.after)
  return changes.sort((one, other) => isSame(one) - isSame(other))
}

function fieldsOf(value: unknown, names: Names): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) {
    return new Map([['value', inWords(value, names)]])
  }
  return new Map(
    Object.entries(value).map(([name, inner]) => [
      name,
      sumOf(name, inner) ?? inWords(inner, names),
    ]),
  )
}

/** Calls tell money in rupees, our own rows in paise. Null: it is no sum. */
function sumOf(name: string, value: unknown): string | null {
  if (typeof value !== 'number') return null
  if (name.endsWith('_in_paise')) return formatPaise(value)
  return /^((former_|list_)?price|amount(_off)?)$/.test(name) ? formatRupees(value) : null
}

/** As our own code writes them, and nothing else. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function inWords(value: unknown, names: Names): string {
  if (value === null) return t('none')
  if (typeof value === 'string') {
    return instant.test(value) ? formatDateTime(value) : (names[value] ?? value)
  }
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.map((one) => names[one] ?? one).join('\n')
  }
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' ? (names[inner] ?? inner) : inner,
  )
}
