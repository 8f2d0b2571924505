import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { describe, expect, it, test } from 'vitest'
import { measureWork } from '../../../tests/support/measure-work.ts'
import { listForeignPictures } from './parse-markdown.ts'
import { renderMarkdown } from './render-markdown.ts'
import { stripMarkdown } from './strip-markdown.ts'

describe('what an administrator writes in Markdown', () => {
  test.each([
    ['two paragraphs', 'One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>'],
    ['lines as they were typed', 'One.\nTwo.', '<p>One.<br />\nTwo.</p>'],
    ['stress', '**so** _it_ ~~goes~~', '<p><strong>so</strong> <em>it</em> <s>goes</s></p>'],
    ['a list', '- a\n- b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['code', '`<b>`', '<p><code>&lt;b&gt;</code></p>'],
    ['nothing', ' \n ', ''],
  ])('becomes a page’s own HTML: %s', (_, text, html) => {
    expect(renderMarkdown(text)).toBe(html)
  })

  it('has tables', () => {
    expect(renderMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |')).toContain(
      '<td style="text-align:right">2</td>',
    )
  })

  it('has headings below those of the page, with no level left out', () => {
    expect(listHeadings('# One\n\n## Two\n\n#### Four\n\n# Again')).toEqual([
      'h3',
      'h4',
      'h5',
      'h3',
    ])
    expect(listHeadings('## Two\n\n### Three')).toEqual(['h3', 'h4'])
    expect(listHeadings('### Three\n\n# One')).toEqual(['h3', 'h3'])
  })

  it('has links that speak for nobody', () => {
    const rel = 'rel="nofollow noopener"'
    expect(renderMarkdown('[a](https://a.example/?x=1&y=2)')).toBe(
      `<p><a href="https://a.example/?x=1&amp;y=2" ${rel}>a</a></p>`,
    )
    expect(renderMarkdown('See https://a.example.')).toContain(
      `<a href="https://a.example" ${rel}>https://a.example</a>.`,
    )
    expect(renderMarkdown('[a](/refund-policy)')).toContain('href="/refund-policy"')
  })

  it('has pictures of our own, and of those from elsewhere their words', () => {
    expect(renderMarkdown('![A cut](/pictures/cut)')).toBe(
      '<p><img src="/pictures/cut" alt="A cut" loading="lazy" /></p>',
    )
    for (const address of ['https://a.example/a.png', '//a.example/a.png', '/api/auth/logout']) {
      expect(renderMarkdown(`![A cut](${address})`)).toBe('<p>A cut</p>')
    }
    expect(renderMarkdown('![A \\*cut\\* `b`](https://a.example/a.png) and [more](/x) of it')).toBe(
      '<p>A *cut* b and <a href="/x" rel="nofollow noopener">more</a> of it</p>',
    )
    expect(
      listForeignPictures('![Ours](/pictures/cut) ![A *cut*](https://a.example/a.png)'),
    ).toEqual(['A cut'])
  })
})

describe('whatever is put together', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'b c',
      '7',
      'é',
      '😀',
      '\n',
      '\n\n',
      ' ',
      '  \n',
      '\\',
      '|',
      '|-|\n',
      '- ',
      '1. ',
    ),
    fc.constantFrom(
      '# ',
      '> ',
      '    ',
      '```\n',
      '`',
      '*',
      '**',
      '_',
      '~~',
      '&amp;',
      '&',
      '<',
      '"',
      "'",
    ),
    fc.constantFrom(
      '[',
      ']',
      '](',
      '](/x)',
      '](https://a.example)',
      '](javascript:1)',
      '](ftp://a)',
      '<b>',
    ),
    fc.constantFrom(
      '![',
      '](/pictures/a)',
      '](/covers/b.svg)',
      '](https://a.example/a.png)',
      '](x)',
    ),
    fc.constantFrom(
      ...['p', 'a', 'img', 'br', 'table'].flatMap((tag) => [`<${tag}>`, `</${tag}>`]),
    ),
    fc.constantFrom(
      '![a](https://a.example/a.png)',
      '![`b`](/pictures/b)',
      '[![c](x)](/d)',
      '| e |\n',
    ),
    fc.string({ maxLength: 5 }),
  )
  const text = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''))

  it('every element is closed in turn, and no word is lost', () => {
    fc.assert(
      fc.property(text, (written) => {
        const { faults, words } = readStrictly(renderMarkdown(written))

        expect(faults).toEqual([])
        expect(lettersOf(words)).toBe(lettersOf(stripMarkdown(`# \n${written}`)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('no mark is read away but Markdown’s own', () => {
    const word = fc.stringMatching(/^[a-z0-9äé]{1,6}$/)
    const around = fc.constantFrom(
      (words: string) => `**${words}**`,
      (words: string) => `\`${words}\``,
      (words: string) => `[${words}](https://a.example)`,
      (words: string) => `![${words}](https://a.example/a.png)`,
      (words: string) => `![${words}](/pictures/a)`,
      (words: string) => `| ${words} |\n|---|\n`,
      (words: string) => `\n\n# ${words}\n\n`,
      (words: string) => `\n\n> ${words}\n\n`,
      (words: string) => words,
    )
    const nested = fc
      .tuple(word, fc.array(around, { maxLength: 3 }))
      .map(([words, wraps]) => ({ words, text: wraps.reduce((inner, wrap) => wrap(inner), words) }))
    fc.assert(
      fc.property(fc.array(nested, { maxLength: 6 }), (parts) => {
        const { faults, words } = readStrictly(
          renderMarkdown(parts.map((it) => it.text).join('\n')),
        )

        expect(faults).toEqual([])
        let at = 0
        for (const part of parts) {
          const found = words.indexOf(part.words, at)
          expect(found, `${part.words} in ${words}`).toBeGreaterThanOrEqual(at)
          at = found + part.words.length
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

const marks = Array.from('*_`~[]()<>!#|>-\\"\'&;:/ \n\t')
const words = '<script> </script> onerror= javascript: data:text/html, https://a.example ![ ]( <img'
  .split(' ')
  .concat('&#x6a;', '\u0000', '\n\n', '    ', '|---|', '```', '1. ')

describe('what somebody hostile writes', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">a</a>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](javascript&colon;alert(1))',
    '[a](vbscript:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](//evil.example)',
    '![a](data:image/svg+xml;base64,PHN2Zz4=)',
    '![a](x" onerror="alert(1))',
    '[a](https://a.example "x\\" onmouseover=\\"alert(1)")',
    '<https://a.example/"onclick="alert(1)>',
    '[a]: javascript:alert(1)\n\n[a]',
    '```"><script>alert(1)</script>\nx\n```',
    '| <b onclick=1> |\n|---|\n| </td><script>1</script> |',
    '<b><i>never closed',
    '</div></main><h1>Mine',
    '<!-- --><style>*{display:none}</style>',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
    '**a [b](<javascript:alert(1)>) `c',
    '\u0000<script>\u0000',
  ])('does nothing: %s', (text) => {
    expect(findHarm(renderMarkdown(text))).toEqual([])
  })

  it('does nothing, whatever is put together', () => {
    const pieces = fc.constantFrom(...words, ...marks)
    const text = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 60 })
    fc.assert(
      fc.property(text, (parts) => {
        expect(findHarm(renderMarkdown(parts.join('')))).toEqual([])
      }),
    )
  })

  test.each([
    ['quotes', '>'],
    ['quotes with spaces', '> '],
    ['lists', '- '],
    ['brackets', '['],
    ['pictures', '!['],
    ['links', '[a]('],
    ['stars', '*a '],
    ['mixed stress', '*a _b **'],
    ['ticks', '`a``'],
    ['angles', '<a'],
    ['tables', '|-'],
    ['entities', '&#x'],
    ['addresses', 'https://a.'],
    ['lines of quotes', '>>>>\n'],
  ])('takes no time: 20 kB of nested %s', (_, piece) => {
    const text = piece.repeat(Math.floor(20_000 / piece.length))
    const workInMs = measureWork(() => {
      expect(findHarm(renderMarkdown(text))).toEqual([])
      stripMarkdown(text)
    })
    expect(workInMs).toBeLessThan(2_000)
  })

  test.each([2, 20, 100, 2_000])('gets no more cells than it typed: tables of %i', (columns) => {
    const head = `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n`
    const one = (head + 'x\n'.repeat(9_000)).slice(0, 19_000)
    const many = `${head}${'x\n'.repeat(20)}\n`.repeat(90).slice(0, 19_000)
    for (const text of [one, many, `> ${many.replaceAll('\n', '\n> ')}`]) {
      expect(renderMarkdown(text).length).toBeLessThan(10 * text.length)
    }
  })

  it('keeps a table whose rows leave out a few cells', () => {
    const table = `| a | b | c |\n|---|---|---|\n${'| 1 |\n'.repeat(50)}`

    expect(renderMarkdown(table).match(/<td>/g)).toHaveLength(150)
  })
})

describe('where only words are shown', () => {
  test.each([
    ['# Light\n\nFrom **idea** to [reel](https://a.example).', 'Light\n\nFrom idea to reel.'],
    ['- one\n- two', 'one\ntwo'],
    ['A & B <c> "d"', 'A & B <c> "d"'],
    ['One.\nTwo.', 'One.\nTwo.'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['![A cut](https://a.example/a.png)', 'A cut'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b\n1 2'],
    ['', ''],
  ])('%j reads %j', (text, words) => {
    expect(stripMarkdown(text)).toBe(words)
  })
})

const tags = 'p br hr h3 h4 h5 h6 strong em s a img ul ol li blockquote pre code'
const tableTags = 'table thead tbody tr th td'
const allowed = new Set(`${tags} ${tableTags}`.split(' '))
/** The attributes there may be, each with all its values. */
const harmless: Record<string, RegExp> = {
  // What has no scheme stays on this site: its first part has neither colon nor backslash.
  href: /^(https?:\/\/|mailto:|\/(?![/\\])|[?#]|[^:\\/?#\s]+([/?#]|$))/i,
  rel: /^nofollow noopener$/,
  src: /^\/(pictures|covers)\//,
  alt: /^/,
  loading: /^lazy$/,
  start: /^\d+$/,
  style: /^text-align:(left|right|center)$/,
}

function findHarm(html: string): string[] {
  const harm: string[] = []
  const open: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name)
      if (!allowed.has(name)) harm.push(name)
      for (const [key, value] of Object.entries(attributes)) {
        if (!harmless[key]?.test(value)) harm.push(`${key}=${value}`)
      }
    },
    onclosetag(name, isImplied) {
      if (isImplied && !['br', 'hr', 'img'].includes(name)) harm.push(`${name} is left open`)
      if (open.pop() !== name) harm.push(`${name} ends out of turn`)
    },
    oncomment: (text) => harm.push(text),
    onprocessinginstruction: (name) => harm.push(name),
  })
  parser.end(html)
  return [...harm, ...open]
}

/** Reads HTML as XML is read: nothing is forgiven. The words of pictures are among its words. */
function readStrictly(html: string): { faults: string[]; words: string } {
  const faults: string[] = []
  const open: string[] = []
  let words = ''
  for (const [part, close, name = '', attributes = '', isEmpty] of html.matchAll(
    /<(\/?)([a-z][a-z0-9-]*)((?: [a-z]+="[^"<>]*")*)( \/)?>|[^<>]+|[<>]/g,
  )) {
    if (part === '<' || part === '>') faults.push(`a bare ${part}`)
    else if (!part.startsWith('<')) words += decode(part)
    else if (close === '/' && open.pop() !== name) faults.push(`</${name}> closes nothing`)
    else if (close === '' && !isEmpty) open.push(name)
    words += decode(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '')
    if (name !== '' && !allowed.has(name)) faults.push(`a ${name}`)
    if (name === 'a' && close === '' && open.filter((it) => it === 'a').length > 1) {
      faults.push('a link in a link')
    }
  }
  return { faults: [...faults, ...open.map((name) => `<${name}> stays open`)], words }
}

function decode(html: string): string {
  let text = ''
  new Parser({ ontext: (part) => (text += part) }).end(html)
  return text
}

const lettersOf = (text: string) => text.replaceAll(/\s+/g, '')

function listHeadings(text: string): string[] {
  return [...renderMarkdown(text).matchAll(/<(h\d)>/g)].map(([, name = '']) => name)
}
