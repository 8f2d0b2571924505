/** A comment, a tag with its attributes, or what stands between them. */
const pieces = /<!--[^]*?-->|<(\/?)([a-z][a-z\d]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>|[^<]+|</gi

const marks: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', code: '`' }
const blocks = /^(?:p|div|h[1-6]|hr|ul|ol|pre)$/
/** Of which only the words count. */
const passed = /^(?:span|font|u|small|big)$/
const raised = raise('0123456789+-', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻')
const lowered = raise('0123456789+-', '₀₁₂₃₄₅₆₇₈₉₊₋')
const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  times: '×',
  divide: '÷',
  minus: '−',
  deg: '°',
  pi: 'π',
  rarr: '→',
  le: '≤',
  ge: '≥',
  ne: '≠',
}

/** What rich editors write, as Markdown or as its words alone. Null: more is in it than either can say. */
export function readHtml(html: string, into: 'markdown' | 'words'): string | null {
  const isMarkdown = into === 'markdown'
  const lists: { isOrdered: boolean; items: number }[] = []
  const open: { tag: string; attributes: string; from: number }[] = []
  let written = ''
  let isCode = false
  for (const [piece, slash, name = '', attributes = ''] of html.matchAll(pieces)) {
    const tag = name.toLowerCase()
    const isEnd = slash === '/'
    if (piece.startsWith('<!--')) continue
    if (tag === '') {
      const words = isCode ? piece : piece.replaceAll(/\s+/g, ' ')
      const shown = /\s$/.test(written) && !isCode ? words.trimStart() : words
      const isPlain = !isMarkdown || isCode || open.some((one) => one.tag === 'code')
      written += isPlain ? decode(shown) : decode(shown).replaceAll(/[\\*`]/g, '\\$&')
    } else if (tag === 'br') written += '\n'
    else if (blocks.test(tag)) {
      if (tag === 'ul' || tag === 'ol') {
        if (isEnd) lists.pop()
        else lists.push({ isOrdered: tag === 'ol', items: 0 })
      }
      const isFence = tag === 'pre' && isMarkdown
      written += isFence ? (isEnd ? '\n```\n\n' : '\n\n```\n') : lists.length > 1 ? '' : '\n\n'
      if (tag === 'pre') isCode = !isEnd
    } else if (tag === 'li') {
      const list = lists.at(-1)
      if (isEnd || !list) continue
      list.items += 1
      const sign = list.isOrdered ? `${list.items}. ` : '- '
      const between = lists.length > 1 || list.items > 1 ? '\n' : '\n\n'
      written = `${written.trimEnd()}${between}${isMarkdown ? '   '.repeat(lists.length - 1) + sign : ''}`
    } else if (Object.hasOwn(marks, tag) || /^(?:a|su[bp])$/.test(tag)) {
      if (!isEnd) {
        open.push({ tag, attributes, from: written.length })
        continue
      }
      const at = open.findLastIndex((one) => one.tag === tag)
      const [begun] = at < 0 ? [] : open.splice(at, 1)
      if (!begun) continue
      const [, before = '', inside = '', behind = ''] =
        /^(\s*)([^]*?)(\s*)$/.exec(written.slice(begun.from)) ?? []
      const told = wrap(begun, inside, isMarkdown && !isCode)
      if (told === null) return null
      written = `${written.slice(0, begun.from)}${before}${told}${behind}`
    } else if (!passed.test(tag)) return null
  }
  return isMarkdown
    ? written
        .replaceAll(/[ \t]+\n/g, '\n')
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim()
    : written.replaceAll(/\s+/g, ' ').trim()
}

function wrap(
  { tag, attributes }: { tag: string; attributes: string },
  inside: string,
  isMarkdown: boolean,
): string | null {
  if (tag === 'sub' || tag === 'sup') {
    const signs = Array.from(inside, (sign) => (tag === 'sup' ? raised : lowered).get(sign))
    return signs.includes(undefined) ? null : signs.join('')
  }
  if (!isMarkdown || inside === '' || inside.includes('\n\n')) return inside
  const mark = marks[tag]
  if (mark !== undefined) return `${mark}${inside}${mark}`
  const [, address] = /\bhref\s*=\s*["']?(https?:[^"'\s]+)/i.exec(attributes) ?? []
  return address === undefined ? inside : `[${inside}](${decode(address)})`
}

function raise(signs: string, shown: string): Map<string, string> {
  return new Map(Array.from(signs, (sign, at) => [sign, shown.charAt(at)]))
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found
    if (name !== undefined) return Object.hasOwn(named, name) ? `${named[name]}` : whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}
