import { msg, t } from '../../../../shared/i18n/translate.ts'
import type { Change } from '../../contract.ts'

export interface ChangeGroup {
  kind: Change['kind']
  heading: string
  texts: string[]
}

const headings: Record<Change['kind'], string> = {
  added: msg('Added'),
  moved: msg('Moved'),
  renamed: msg('Renamed'),
  film_replaced: msg('Film replaced'),
  retired: msg('Taken out'),
  details: msg('Details'),
}

/** In the order in which they matter to learners. */
const kinds: Change['kind'][] = ['added', 'retired', 'film_replaced', 'moved', 'renamed', 'details']

/** The changes of a publication by kind, each kind in the order it came in; without empty groups. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const texts = Map.groupBy(changes, ({ kind }) => kind)
  return kinds.flatMap((kind) => {
    const found = texts.get(kind)
    if (!found) return []
    return [{ kind, heading: t(headings[kind]), texts: found.map(({ text }) => text) }]
  })
}

/** '5 changes: 3 added, 2 moved'. */
export function summariseChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return t('No changes')
  const parts = groupChanges(changes).map(({ kind, texts }) =>
    t(
      '{count, number} {kind, select, added {added} moved {moved} renamed {renamed} film_replaced {film replaced} retired {taken out} other {other}}',
      { count: texts.length, kind },
    ),
  )
  return t('{count, plural, one {# change} other {# changes}}: {parts}', {
    count: changes.length,
    parts: parts.join(', '),
  })
}
