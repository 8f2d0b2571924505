import { useValidationMessages } from '../../../../http/validation-messages.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import type { ContentRules, FieldError } from '../../../../ui/drafting/content-rules.ts'
import { newId } from '../../../../ui/drafting/new-id.ts'
import { blockForms, type Field } from '../../block-forms.ts'
import { type Block, type BlockType, type DocumentContent, documentContent } from '../../blocks.ts'

useValidationMessages()

/** The fields of a page as a whole, or one of its blocks. */
export type PagePart = { kind: 'details' } | { kind: 'block'; id: string }
export const detailsPart: PagePart = { kind: 'details' }

export type Values = Readonly<Record<string, unknown>>

/** One change to a page. Places are counted from 0, among the blocks without the moved one. */
export type PageEdit =
  | { type: 'set-details'; values: Values }
  | { type: 'set-block'; id: string; values: Values }
  | { type: 'add-block'; id: string; block: Block; to: number }
  | { type: 'remove-block'; id: string }
  | { type: 'move-block'; id: string; to: number }
  | { type: 'replace'; content: DocumentContent }

export type PageError = FieldError<PagePart>

export const pageRules: ContentRules<DocumentContent, PageEdit, PagePart> = {
  edit: editPage,
  replace: (content) => ({ type: 'replace', content }),
  partOf: (edit) => {
    if (edit.type === 'replace') return null
    return 'id' in edit ? { kind: 'block', id: edit.id } : detailsPart
  },
  visible: (part, content) =>
    part.kind === 'details' || blocksOf(content).some(({ id }) => id === part.id)
      ? part
      : detailsPart,
  check: (content) => locateErrors(content, documentContent.safeParse(content).error?.issues ?? []),
  locate: locateErrors,
  trim: (content) => content,
  describe: (content) => JSON.stringify(documentContent.safeParse(content).data ?? content),
  write: JSON.stringify,
  parse: parsePage,
}

export function blocksOf(content: DocumentContent): readonly Block[] {
  return content.kind === 'page' ? content.blocks : []
}

/** As the types' schemas begin it: empty. */
export function makeBlock(type: BlockType): Block {
  const blocks = [{ type, id: newId() }]
  const made = documentContent.parse({ kind: 'page', blocks })
  const [block] = blocksOf(made)
  if (!block) throw new Error(`No block of ${type}`)
  return block
}

/** A row of such fields, with nothing in it yet. */
export function makeRow(fields: readonly Field[]): Values {
  return Object.fromEntries(
    fields.map(({ name, kind, choices }) => {
      if (kind === 'rows') return [name, []]
      return [name, kind === 'choice' ? (Object.keys(choices ?? {})[0] ?? '') : '']
    }),
  )
}

/** The first words that a block begins with; empty if it has none. */
export function wordsOf(block: Block): string {
  const values: Values = block
  const named = blockForms[block.type].fields.find(({ kind }) => kind === 'line' || kind === 'text')
  const words = values[named?.name ?? '']
  return typeof words === 'string' ? words.trim() : ''
}

/** E.g. 'Questions “What people ask”'. */
export function blockName(block: Block): string {
  const words = wordsOf(block)
  const name = t(blockForms[block.type].label)
  return words === '' ? name : t('{block} “{words}”', { block: name, words })
}

function editPage(content: DocumentContent, edit: PageEdit): DocumentContent {
  if (edit.type === 'replace') return edit.content
  // Of the types of their fields throughout, as the forms are drawn from one list with the schemas.
  if (edit.type === 'set-details') return { ...content, ...edit.values }
  if (content.kind === 'frame') return content
  const { blocks } = content
  const at = blocks.findIndex(({ id }) => id === edit.id)
  const block = blocks[at]
  const others = blocks.filter(({ id }) => id !== edit.id)
  switch (edit.type) {
    case 'add-block':
      return { ...content, blocks: blocks.toSpliced(edit.to, 0, edit.block) }
    case 'remove-block':
      return block ? { ...content, blocks: others } : content
    case 'move-block': {
      const to = Math.min(Math.max(edit.to, 0), others.length)
      return block && to !== at ? { ...content, blocks: others.toSpliced(to, 0, block) } : content
    }
    case 'set-block':
      if (!block) return content
      return { ...content, blocks: blocks.with(at, { ...block, ...edit.values }) }
  }
}

function locateErrors(
  content: DocumentContent,
  errors: readonly { path: string | readonly PropertyKey[]; message: string }[],
): PageError[] {
  const blocks = blocksOf(content)
  return errors.map(({ path, message }) => {
    const below = typeof path === 'string' ? path.replace(/^content\./, '') : path.join('.')
    const [, at, field] = /^blocks\.(\d+)\.(.+)$/.exec(below) ?? []
    const block = blocks[Number(at)]
    if (!block) return { part: detailsPart, field: below, message }
    return { part: { kind: 'block', id: block.id }, field: field ?? '', message }
  })
}

/** Its form must be right, its content need not: what is written may still be refused. */
function parsePage(value: unknown): DocumentContent | null {
  const parsed = documentContent.safeParse(value)
  if (parsed.success) return parsed.data
  const isFormWrong = parsed.error.issues.some(({ code }) => /^invalid_(type|union)$/.test(code))
  if (isFormWrong || typeof value !== 'object' || value === null) return null
  return value as DocumentContent // of the right types throughout, as the schema has just said
}
