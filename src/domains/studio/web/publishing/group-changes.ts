import { count } from '../../../catalogue/web/summarise-outline.ts'
import type { Change } from '../../contract.ts'

export interface ChangeGroup {
  kind: Change['kind']
  heading: string
  texts: string[]
}

const headings: Record<Change['kind'], string> = {
  added: 'Added',
  moved: 'Moved',
  renamed: 'Renamed',
  film_replaced: 'Film replaced',
  retired: 'Taken out',
  details: 'Details',
}

/** In the order in which they matter to learners. */
const kinds: Change['kind'][] = ['added', 'retired', 'film_replaced', 'moved', 'renamed', 'details']

/** The changes of a publication by kind, each kind in the order it came in; without empty groups. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const texts = Map.groupBy(changes, ({ kind }) => kind)
  return kinds.flatMap((kind) => {
    const found = texts.get(kind)
    if (!found) return []
    return [{ kind, heading: headings[kind], texts: found.map(({ text }) => text) }]
  })
}

/** '5 changes: 3 added, 2 moved'. */
export function summariseChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No changes'
  const parts = groupChanges(changes).map(
    ({ kind, heading, texts }) =>
      `${texts.length} ${kind === 'details' ? 'other' : heading.toLowerCase()}`,
  )
  return `${count(changes.length, 'change')}: ${parts.join(', ')}`
}
