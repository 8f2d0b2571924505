import MarkdownIt, { type StateCore, type Token } from 'markdown-it'
import { refuseEmptyTable } from './refuse-empty-table.ts'

/** Below the page's title and the heading of the part in which the text stands. */
const highestLevel = 3
const lowestLevel = 6

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
// Not what only looks like an address: 'reel.in' is a word as often.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
parser.block.ruler.before('table', 'empty_table', refuseEmptyTable)
parser.core.ruler.push('headings_below_the_page', ({ tokens }) => lowerHeadings(tokens))
parser.core.ruler.push('own_pictures', replacePictures)

/** Markdown as CommonMark and GitHub's tables have it; HTML in it is text, line ends are kept. */
export const markdown = parser

/** The first level used becomes the highest; none is left out on the way down. */
function lowerHeadings(tokens: Token[]): void {
  const headings = tokens.filter(({ type }) => type.startsWith('heading_'))
  const first = Math.min(...headings.map(levelOf))
  let before = highestLevel - 1
  for (const heading of headings) {
    const level = Math.min(levelOf(heading) - first + highestLevel, before + 1, lowestLevel)
    // Opening and closing come in turn: the closing one must not go down another level.
    heading.tag = `h${heading.nesting === 1 ? level : before}`
    before = heading.nesting === 1 ? level : before
  }
}

/**
 * A picture from elsewhere would tell its owner of every visitor: its words stand for it. Of our own
 * they are its description.
 */
function replacePictures({ tokens, Token, env }: StateCore): void {
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type !== 'image') continue
      const words = Object.assign(new Token('text', '', 0), { content: wordsOfInline(token) })
      if (isOwnPicture(`${token.attrGet('src')}`)) token.children = [words]
      else {
        const { foreignPictures } = env
        if (Array.isArray(foreignPictures)) foreignPictures.push(words.content)
        Object.assign(token, words)
      }
    }
  }
}

/** The words that stand for pictures from elsewhere. */
export function listForeignPictures(text: string): string[] {
  const foreignPictures: string[] = []
  parser.parse(text, { foreignPictures })
  return foreignPictures
}

export function isOwnPicture(address: string): boolean {
  return /^\/(pictures|covers)\/[\w\-./]+$/.test(address)
}

/** What of a line is read when no mark of it shows. */
export function wordsOfInline({ type, content, children }: Token): string {
  if (children) return children.map(wordsOfInline).join('')
  return type === 'softbreak' || type === 'hardbreak' ? '\n' : content
}

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1))
}
