import type { Token } from 'markdown-it'
import { markdown, wordsOfInline } from './parse-markdown.ts'

/** Only these, line ends and addresses mean anything in Markdown. */
const mark = /[\\`*_~#>+\-=|[\]<&]|^\s*\d+[.)]|:\/\/|\n\s/m

/** The words of a text in Markdown, for cards, search engines and wherever markup would show. */
export function stripMarkdown(text: string): string {
  // Most texts have none, and a list has many texts.
  if (!mark.test(text)) return text
  return markdown
    .parse(text, {})
    .map(wordsOf)
    .join('')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** What ends with an empty line, a line, a space. */
const endings: Record<string, string> = {
  paragraph_close: '\n\n',
  heading_close: '\n\n',
  bullet_list_close: '\n',
  ordered_list_close: '\n',
  list_item_close: '\n',
  tr_close: '\n',
  th_close: ' ',
  td_close: ' ',
}

function wordsOf(token: Token): string {
  const { type, content, hidden } = token
  if (type === 'inline') return wordsOfInline(token)
  if (type === 'fence' || type === 'code_block') return `${content}\n`
  return hidden ? '' : (endings[type] ?? '')
}
