import MarkdownIt, { type Token } from 'markdown-it'

/** Below the page's title and the heading of the part in which the text stands. */
const highestLevel = 3
const lowestLevel = 6

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true })
// Not what only looks like an address: 'reel.in' is a word as often.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
parser.core.ruler.push('headings_below_the_page', ({ tokens }) => lowerHeadings(tokens))

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

function levelOf({ tag }: Token): number {
  return Number(tag.slice(1))
}
