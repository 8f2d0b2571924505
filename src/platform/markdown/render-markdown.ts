import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { isOwnPicture, markdown } from './parse-markdown.ts'

const keptInBytes = 4 * 1024 * 1024
/** The same texts are asked for by owners, visitors and the studio's preview. */
const kept = new LRUCache<string, string>({
  maxSize: keptInBytes,
  sizeCalculation: (html, text) => 2 * (html.length + text.length) + 1,
})

/** The HTML of a text in Markdown: safe in any page, whoever wrote it. */
export function renderMarkdown(text: string): string {
  const known = kept.get(text)
  if (known !== undefined) return known
  const html = sanitizeHtml(markdown.render(text), rules).trim()
  kept.set(text, html)
  return html
}

const besidesWords = 'p br hr h3 h4 h5 h6 strong em s a img ul ol li blockquote pre code'
const ofTables = 'table thead tbody tr th td'
const side = { 'text-align': [/^(left|right|center)$/] }

/** The parser writes nothing else; this holds even if one day it does. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: `${besidesWords} ${ofTables}`.split(' '),
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading'],
    ol: ['start'],
    th: ['style'],
    td: ['style'],
  },
  allowedStyles: { th: side, td: side },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'nofollow noopener' } }),
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt, loading: 'lazy' } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs['src'] ?? ''),
}
