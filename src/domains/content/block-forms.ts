import { msg } from '../../shared/i18n/translate.ts'
import { type Block, type BlockType, type DocumentContent, figureNames } from './blocks.ts'

/** How a field is typed: a `line`, a `text` of several, Markdown, a picture to upload, a link with its words, `address` one without, a `time` in India, a choice, a tick, or rows of fields. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'markdown'
  | 'picture'
  | 'link'
  | 'address'
  | 'time'
  | 'choice'
  | 'tick'
  | 'rows'
  | 'group'

/** Labels, hints and sentences are messages: read them by `t()`. */
export interface Field {
  name: string
  kind: FieldKind
  label: string
  hint?: string
  /** Cannot be published without. */
  isRequired?: boolean
  /** Of a choice: its values with their labels. */
  choices?: Readonly<Record<string, string>>
  /** Of rows: those of each; of a group its own. */
  fields?: readonly Field[]
  /** Seen only where another field of the same row has this value. */
  onlyIf?: readonly [name: string, value: string]
}

export interface BlockForm {
  label: string
  /** What it is for, when one is chosen. */
  sentence: string
  fields: readonly Field[]
}

const heading: Field = { name: 'heading', kind: 'line', label: msg('Heading') }
const mustHead: Field = { ...heading, isRequired: true }
const button: Field = { name: 'button', kind: 'link', label: msg('Button') }
const secondLink: Field = { name: 'link', kind: 'link', label: msg('Second link') }

/** The one list by which the editor draws forms, and publishing finds what is missing. */
export const blockForms: Record<BlockType, BlockForm> = {
  hero: {
    label: msg('Opening'),
    sentence: msg('The large heading of a page, with its button and the price.'),
    fields: [
      mustHead,
      { name: 'lead', kind: 'text', label: msg('Text') },
      button,
      secondLink,
      {
        name: 'shows_price',
        kind: 'tick',
        label: msg('Show price and seats, as far as they are set'),
      },
    ],
  },
  intro: {
    label: msg('Title'),
    sentence: msg('The heading of a page to read, with one or two sentences.'),
    fields: [mustHead, { name: 'lead', kind: 'text', label: msg('Text') }],
  },
  figures: {
    label: msg('Figures'),
    sentence: msg('Numbers that are counted, set, or typed with what proves them.'),
    fields: [
      {
        name: 'items',
        kind: 'rows',
        label: msg('Figures'),
        isRequired: true,
        fields: [
          {
            name: 'source',
            kind: 'choice',
            label: msg('Where it comes from'),
            choices: figureNames,
          },
          {
            name: 'value',
            kind: 'line',
            label: msg('Figure'),
            isRequired: true,
            onlyIf: ['source', 'typed'],
          },
          { name: 'meaning', kind: 'line', label: msg('What it counts'), isRequired: true },
          {
            name: 'proof',
            kind: 'text',
            label: msg('What proves it'),
            hint: msg('Kept in the audit log, not shown to visitors.'),
            isRequired: true,
            onlyIf: ['source', 'typed'],
          },
        ],
      },
    ],
  },
  courses: {
    label: msg('Courses'),
    sentence: msg('The newest three courses on sale.'),
    fields: [mustHead, button],
  },
  bundles: {
    label: msg('Bundles'),
    sentence: msg('Courses that are sold together.'),
    fields: [mustHead, button],
  },
  steps: {
    label: msg('Steps'),
    sentence: msg('What happens one after the other, or a list with explanations.'),
    fields: [
      mustHead,
      {
        name: 'style',
        kind: 'choice',
        label: msg('Look'),
        choices: { numbered: msg('Numbered, side by side'), list: msg('A list') },
      },
      {
        name: 'items',
        kind: 'rows',
        label: msg('Steps'),
        isRequired: true,
        fields: [mustHead, { name: 'text', kind: 'text', label: msg('Text') }],
      },
    ],
  },
  questions: {
    label: msg('Questions'),
    sentence: msg('Questions with answers that open. Search engines show them, too.'),
    fields: [
      mustHead,
      { name: 'lead', kind: 'markdown', label: msg('Text beside it') },
      {
        name: 'items',
        kind: 'rows',
        label: msg('Questions'),
        isRequired: true,
        fields: [
          { name: 'question', kind: 'line', label: msg('Question'), isRequired: true },
          { name: 'answer', kind: 'text', label: msg('Answer'), isRequired: true },
        ],
      },
    ],
  },
  text: {
    label: msg('Text'),
    sentence: msg('A heading and paragraphs, with lists and links.'),
    fields: [heading, { name: 'text', kind: 'markdown', label: msg('Text'), isRequired: true }],
  },
  teacher: {
    label: msg('Teacher'),
    sentence: msg('Who teaches, with a picture.'),
    fields: [
      { name: 'name', kind: 'line', label: msg('Name'), isRequired: true },
      { name: 'picture', kind: 'picture', label: msg('Picture') },
      { name: 'text', kind: 'markdown', label: msg('Text') },
    ],
  },
  testimonial: {
    label: msg('Testimonial'),
    sentence: msg('What somebody says about the academy, with their name.'),
    fields: [
      { name: 'quote', kind: 'text', label: msg('What they say'), isRequired: true },
      { name: 'name', kind: 'line', label: msg('Name'), isRequired: true },
      { name: 'role', kind: 'line', label: msg('What they do') },
      {
        name: 'agreed',
        kind: 'tick',
        label: msg('This person agreed to be quoted here with their name'),
        isRequired: true,
      },
    ],
  },
  picture: {
    label: msg('Picture'),
    sentence: msg('One picture over the width of the page.'),
    fields: [
      { name: 'picture', kind: 'picture', label: msg('Picture'), isRequired: true },
      {
        name: 'alt',
        kind: 'line',
        label: msg('What it shows'),
        hint: msg('For who cannot see it.'),
        isRequired: true,
      },
    ],
  },
  film: {
    label: msg('Film'),
    sentence: msg('A film on YouTube or Vimeo, which is fetched once somebody plays it.'),
    fields: [
      { name: 'url', kind: 'address', label: msg('Address of the film'), isRequired: true },
      { name: 'title', kind: 'line', label: msg('Title'), isRequired: true },
    ],
  },
  call_to_action: {
    label: msg('Call to action'),
    sentence: msg('A promise and the button that leads on; without a heading the buttons alone.'),
    fields: [heading, { name: 'text', kind: 'markdown', label: msg('Text') }, button, secondLink],
  },
  contact: {
    label: msg('Contact'),
    sentence: msg('E-mail, telephone and address as in the settings.'),
    fields: [{ name: 'note', kind: 'text', label: msg('Note below the e-mail address') }],
  },
}

/** Of a page as a whole. */
export const pageFields: readonly Field[] = [
  {
    name: 'title',
    kind: 'line',
    label: msg('Title for tabs and search results'),
    isRequired: true,
  },
  {
    name: 'description',
    kind: 'text',
    label: msg('Description for search results'),
    isRequired: true,
  },
]

const linkRow: readonly Field[] = [
  { name: 'label', kind: 'line', label: msg('Words'), isRequired: true },
  { name: 'to', kind: 'address', label: msg('Address'), isRequired: true },
]

export const frameFields: readonly Field[] = [
  { name: 'menu', kind: 'rows', label: msg('Menu'), isRequired: true, fields: linkRow },
  {
    name: 'footer',
    kind: 'rows',
    label: msg('Lists of links in the footer'),
    isRequired: true,
    fields: [mustHead, { name: 'links', kind: 'rows', label: msg('Links'), fields: linkRow }],
  },
  {
    name: 'announcement',
    kind: 'group',
    label: msg('Announcement above every page'),
    fields: [
      { name: 'text', kind: 'line', label: msg('Text'), hint: msg('Empty: there is none.') },
      { name: 'link', kind: 'link', label: msg('Link') },
      { name: 'from', kind: 'time', label: msg('From, in India’s time') },
      { name: 'until', kind: 'time', label: msg('Until, in India’s time') },
    ],
  },
  {
    name: 'social',
    kind: 'rows',
    label: msg('Social links'),
    fields: [{ name: 'url', kind: 'address', label: msg('Address'), isRequired: true }],
  },
]

interface Missing {
  path: string
  message: string
}

/** What a draft lacks before it can be published, each with its path below the content. */
export function listMissing(content: DocumentContent): Missing[] {
  if (content.kind === 'frame') return missingIn(frameFields, { ...content }, '')
  const ofBlock = (block: Block, at: number) =>
    missingIn(blockForms[block.type].fields, { ...block }, `blocks.${at}.`)
  return [...missingIn(pageFields, { ...content }, ''), ...content.blocks.flatMap(ofBlock)]
}

function missingIn(
  fields: readonly Field[],
  row: Readonly<Record<string, unknown>>,
  path: string,
): Missing[] {
  return fields.flatMap((field) => {
    const { name, kind, isRequired, onlyIf } = field
    const value = row[name]
    const at = `${path}${name}`
    if (onlyIf && row[onlyIf[0]] !== onlyIf[1]) return []
    if (kind === 'rows' && Array.isArray(value) && value.length > 0) {
      return value.flatMap((inner, index) =>
        missingIn(field.fields ?? [], inner, `${at}.${index}.`),
      )
    }
    if (kind === 'group') return missingIn(field.fields ?? [], Object(value), `${at}.`)
    if (kind === 'link') return missingOfLink(Object(value), at)
    const isThere = kind === 'tick' ? value === true : value !== '' && !Array.isArray(value)
    return isRequired && !isThere ? [{ path: at, message: sentences[kind] ?? stillEmpty }] : []
  })
}

const stillEmpty = msg('This field is still empty.')
const sentences: Partial<Record<FieldKind, string>> = {
  tick: msg('Please tick this once the person has agreed.'),
  rows: msg('Nothing stands here yet.'),
}

/** Words without an address lead nowhere, and an address without words cannot be pressed. */
function missingOfLink({ label, to }: { label?: string; to?: string }, at: string): Missing[] {
  if ((label === '') === (to === '')) return []
  return [{ path: `${at}.${label === '' ? 'label' : 'to'}`, message: stillEmpty }]
}
