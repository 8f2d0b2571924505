import { t } from '../../../../shared/i18n/translate.ts'
import {
  type Choices,
  chooseFields,
  compareFields,
  type Difference,
  idsOf,
  interleave,
  type Side,
} from '../../../../ui/drafting/differences.ts'
import { blockForms, type Field, frameFields, pageFields } from '../../block-forms.ts'
import type { Block, DocumentContent } from '../../blocks.ts'
import { blockName, blocksOf, type Values, wordsOf } from './page-rules.ts'

/** All in which two texts of a page differ, from its top to its end. */
export function comparePages(
  mine: DocumentContent,
  theirs: DocumentContent,
  base: DocumentContent | null,
): Difference[] {
  const [ours, other, before] = [byId(mine), byId(theirs), base && byId(base)]
  const ids = interleave([...ours.keys()], [...other.keys()])
  return [
    ...compareFields<Values>('details', detailLabels(mine), mine, theirs, base, (label) =>
      t(label),
    ),
    ...compareOrder(mine, theirs, base),
    ...ids.flatMap((id) => compareBlock(id, ours.get(id), other.get(id), before)),
  ]
}

/** The page that was chosen, difference by difference; what is not chosen is mine. */
export function mergePages(
  mine: DocumentContent,
  theirs: DocumentContent,
  choices: Choices,
): DocumentContent {
  const sideOf = (key: string): Side => choices[key] ?? 'mine'
  const [ours, other] = [byId(mine), byId(theirs)]
  const lists = [[...ours.keys()], [...other.keys()]]
  const [first = [], second = []] = sideOf('order') === 'mine' ? lists : lists.toReversed()
  const blocks = interleave(first, second).flatMap((id) => {
    const [own, one] = [ours.get(id), other.get(id)]
    const key = `block.${id}`
    if (own && one) {
      if (own.type !== one.type) return [sideOf(key) === 'mine' ? own : one]
      return [chooseFields<Values>(key, labelsOf(blockForms[own.type].fields), own, one, sideOf)]
    }
    const kept = sideOf(key) === 'mine' ? own : one
    return kept ? [kept] : []
  })
  const chosen = chooseFields<Values>('details', detailLabels(mine), mine, theirs, sideOf)
  // Each field comes from a content of this very kind.
  return { ...chosen, ...(mine.kind === 'page' && { blocks }) } as DocumentContent
}

function compareBlock(
  id: string,
  own: Block | undefined,
  other: Block | undefined,
  base: ReadonlyMap<string, Block> | null,
): Difference[] {
  const shown = own ?? other
  if (!shown) return []
  const key = `block.${id}`
  const label = blockName(shown)
  if (own && other && own.type === other.type) {
    const labels = labelsOf(blockForms[own.type].fields)
    const describe = (field: string) => `${label}: ${t(field)}`
    return compareFields<Values>(key, labels, own, other, base?.get(id) ?? null, describe)
  }
  const tell = (block: Block | undefined) => (block ? t(blockForms[block.type].label) : null)
  const suggested = base === null ? null : base.has(id) === (own !== undefined) ? 'theirs' : 'mine'
  return [{ key, label, mine: tell(own), theirs: tell(other), suggested }]
}

/** The arrangement of what both have; what only one has is no question of order. */
function compareOrder(
  mine: DocumentContent,
  theirs: DocumentContent,
  base: DocumentContent | null,
): Difference[] {
  const shared = (content: DocumentContent, others: readonly DocumentContent[]) =>
    blocksOf(content).filter(({ id }) => others.every((other) => byId(other).has(id)))
  const keyOf = (blocks: readonly Block[]) => idsOf(blocks).join(' ')
  const [own, other] = [shared(mine, [theirs]), shared(theirs, [mine])]
  if (keyOf(own) === keyOf(other)) return []
  const isOld = (content: DocumentContent) =>
    base !== null &&
    keyOf(shared(content, [mine, theirs, base])) === keyOf(shared(base, [mine, theirs]))
  const [isMineOld, isTheirsOld] = [isOld(mine), isOld(theirs)]
  const suggested = isMineOld === isTheirsOld ? null : isMineOld ? 'theirs' : 'mine'
  const tell = (blocks: readonly Block[]) =>
    blocks.map((block) => wordsOf(block) || t(blockForms[block.type].label)).join('\n')
  const label = t('Order of the parts')
  return [{ key: 'order', label, mine: tell(own), theirs: tell(other), suggested }]
}

function byId(content: DocumentContent): ReadonlyMap<string, Block> {
  return new Map(blocksOf(content).map((block) => [block.id, block]))
}

function detailLabels({ kind }: DocumentContent): Record<string, string> {
  return labelsOf(kind === 'page' ? pageFields : frameFields)
}

function labelsOf(fields: readonly Field[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label]))
}
