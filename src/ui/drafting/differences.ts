import { t } from '../../shared/i18n/translate.ts'

export type Side = 'mine' | 'theirs'

/** One thing in which two texts differ, and what each has. */
export interface Difference {
  /** E.g. `details.title`, `lesson.ID`, `block.ID`, `order`. */
  key: string
  /** What it is about, in words. */
  label: string
  /** Null: it is not there. */
  mine: string | null
  theirs: string | null
  /** The one side that has changed it since both were the same. Null: both did, or nobody knows. */
  suggested: Side | null
}

/** By key. What is not chosen is mine. */
export type Choices = Readonly<Record<string, Side>>

/** One side wherever something differs. */
export function chooseAll(differences: readonly Difference[], side: Side): Choices {
  return Object.fromEntries(differences.map(({ key }) => [key, side]))
}

/** The fields of one thing, by the names of `labels`; `describe` says whose a field is. */
export function compareFields<T extends object>(
  key: string,
  labels: Partial<Record<keyof T, string>>,
  mine: T,
  theirs: T,
  base: T | null,
  describe: (label: string) => string,
): Difference[] {
  const differences: Difference[] = []
  for (const name of Object.keys(labels) as (keyof T & string)[]) {
    const [own, other] = [canonical(mine[name]), canonical(theirs[name])]
    if (own === other) continue
    const before = base === null ? null : canonical(base[name])
    differences.push({
      key: `${key}.${name}`,
      label: describe(labels[name] ?? name),
      mine: describeValue(mine[name]),
      theirs: describeValue(theirs[name]),
      suggested: before === own ? 'theirs' : before === other ? 'mine' : null,
    })
  }
  return differences
}

/** One thing that both sides have, field by field. */
export function chooseFields<T extends object>(
  key: string,
  labels: Partial<Record<keyof T, string>>,
  mine: T,
  theirs: T,
  sideOf: (key: string) => Side,
): T {
  const chosen = { ...mine }
  for (const name of Object.keys(labels) as (keyof T & string)[]) {
    if (sideOf(`${key}.${name}`) === 'theirs') chosen[name] = theirs[name]
  }
  return chosen
}

/** The first list, with what only the second has behind what precedes it there. */
export function interleave(first: readonly string[], second: readonly string[]): string[] {
  const merged = [...first]
  const known = new Set(first)
  let previous: string | null = null
  for (const id of second) {
    if (!known.has(id)) merged.splice(previous === null ? 0 : merged.indexOf(previous) + 1, 0, id)
    previous = id
  }
  return merged
}

export function idsOf(list: readonly { id: string }[]): string[] {
  return list.map(({ id }) => id)
}

/** The same text for the same value, in whatever order its parts were written. */
export function canonical(value: unknown): string {
  return JSON.stringify([value], (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return `${value}`
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.map(describeValue).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value).map(describeValue).join(' · ')
}
