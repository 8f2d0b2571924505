import { t } from '../../../shared/i18n/translate.ts'
import { blockForms, frameFields, pageFields } from '../block-forms.ts'
import type { Block, DocumentContent } from '../blocks.ts'

/** What a publication would change, a sentence each; null before: nothing is seen yet. */
export function describeChanges(
  before: DocumentContent | null,
  after: DocumentContent,
): { text: string }[] {
  if (before === null) return [{ text: t('This page is new.') }]
  const fields = after.kind === 'frame' ? frameFields : pageFields
  const [old, written]: Record<string, unknown>[] = [{ ...before }, { ...after }]
  const ofFields = fields
    .filter(({ name }) => !isSame(old?.[name], written?.[name]))
    .map(({ label }) => t('Changed: {what}', { what: t(label) }))
  const ofBlocks =
    before.kind === 'page' && after.kind === 'page' ? compare(before.blocks, after.blocks) : []
  return [...ofFields, ...ofBlocks].map((text) => ({ text }))
}

function compare(before: Block[], after: Block[]): string[] {
  const byId = new Map(before.map((block) => [block.id, block]))
  const ids = new Set(after.map(({ id }) => id))
  const said = after.flatMap((block) => {
    const old = byId.get(block.id)
    if (!old) return [t('New: {what}', { what: nameOf(block) })]
    return isSame(old, block) ? [] : [t('Changed: {what}', { what: nameOf(block) })]
  })
  const gone = before.filter(({ id }) => !ids.has(id))
  const removed = gone.map((block) => t('Removed: {what}', { what: nameOf(block) }))
  const keptBefore = before.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  const keptAfter = after.filter(({ id }) => byId.has(id)).map(({ id }) => id)
  const moved = isSame(keptBefore, keptAfter) ? [] : [t('The parts are in another order.')]
  return [...said, ...removed, ...moved]
}

/** `Steps: How it works`. */
function nameOf(block: Block): string {
  const label = t(blockForms[block.type].label)
  const heading = 'heading' in block ? block.heading : 'name' in block ? block.name : ''
  return heading === '' ? label : `${label}: ${heading}`
}

/** Both were read by the same schema, so their fields stand in one order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
