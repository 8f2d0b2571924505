import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import {
  isForStaff,
  readCatalogue,
  shareTranslated,
  writeCatalogue,
} from '../src/platform/languages/catalogue.ts'
import { findMessages } from '../src/platform/languages/find-messages.ts'
import { translatable } from '../src/platform/languages/languages.ts'

const root = join(import.meta.dirname, '..')
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] })
const found = sources.flatMap((file) =>
  findMessages(file, readFileSync(join(root, file), 'utf8')).map(({ message }) => ({
    file,
    message,
  })),
)
const messages = [...new Set(found.map(({ message }) => message))]
/** Among them one of every form that an Indian language has. */
const numbers = [...Array(112).keys(), 1000, 100_000, 10_000_000]
const catalogues = await Promise.all(
  globSync('languages/*.po', { cwd: root }).map(async (file) => {
    const catalogue = await readCatalogue(join(root, file))
    return {
      file,
      language: translatable.find(({ code }) => code === basename(file, '.po')),
      texts: new Map([...catalogue].map(([message, { translation }]) => [message, translation])),
    }
  }),
)

describe.each(catalogues)('who reads in the language of $file', ({ language, texts }) => {
  const translated = [...texts].filter(([, translation]) => translation !== '')

  test('finds in it every text of the sources, and none that is gone (npm run language)', () => {
    expect(language).toBeDefined()
    expect({
      missing: messages.filter((message) => !texts.has(message)),
      gone: [...texts.keys()].filter((message) => !messages.includes(message)),
    }).toEqual({ missing: [], gone: [] })
  })

  test('sees every value, link and choice that the English has', () => {
    const changed = translated.filter(
      ([message, translation]) => listPieces(message).join() !== listPieces(translation).join(),
    )

    expect(changed).toEqual([])
  })

  test('is told each number in the form that its grammar has', () => {
    const rules = new Intl.PluralRules(language?.tag)
    const forms: string[] = rules.resolvedOptions().pluralCategories
    const isWrong = ({ kind, choices }: Argument) =>
      kind === 'plural' &&
      (numbers.some((n) => !choices.includes(`=${n}`) && !choices.includes(rules.select(n))) ||
        choices.some((choice) => isPluralForm(choice) && !forms.includes(choice)))

    expect(
      translated.filter(([, translation]) => readArguments(translation).some(isWrong)),
    ).toEqual([])
  })
})

test('who visits or learns in Hindi meets no English', () => {
  const hindi = catalogues.find(({ language }) => language?.code === 'hi')
  const met = found.filter(({ file }) => !isForStaff(file)).map(({ message }) => message)

  expect([...new Set(met)].filter((message) => !hindi?.texts.get(message))).toEqual([])
})

test.each([
  ['src/pages/admin/course-form.tsx', true],
  ['src/domains/studio/web/editor/outline.tsx', true],
  ['src/domains/finance/server/list-sales.ts', true],
  ['src/domains/learners/web/learner-page.tsx', true],
  // Letters, the page behind their links, and what learners see of support and bundles.
  ['src/domains/campaigns/server/unsubscribe-page.ts', false],
  ['src/domains/learners/server/mail-templates.ts', false],
  ['src/domains/learners/web/impersonation-list.tsx', false],
  ['src/domains/offers/web/bundle-list.tsx', false],
  ['src/domains/tax/server/buyer-place.ts', false],
  ['src/ui/controls/dialog.tsx', false],
])('what %s says is for staff alone: %s', (file, expected) => {
  expect(isForStaff(file)).toBe(expected)
})

test('staff read the words of their navigation: campaign, analytics, finance', () => {
  const places =
    /^src\/(http\/problems|pages\/admin\/|domains\/(campaigns\/web|analytics|finance|staff)\/)/
  const texts = found.filter(({ file }) => places.test(file)).map(({ message }) => message)

  expect(texts).toContain('Begin a campaign')
  expect(texts.filter((text) => /\bletters?\b|\binsights?\b|^money$/i.test(text))).toEqual([])
})

test('a language is offered by what visitors and learners meet of it', () => {
  const entry = (translation: string, ...files: string[]) => ({ translation, files, note: '' })
  const [office, shop] = ['src/pages/admin/a.tsx', 'src/pages/storefront/a.tsx']
  const catalogue = new Map([
    ['Buy', entry('खरीदें', shop)],
    ['Save', entry('', office, shop)],
    ['Refund', entry('', office)],
  ])

  expect(shareTranslated(catalogue)).toBe(1 / 2)
})

/** The same in every language. */
const names = /^(GSTIN|SAC|WhatsApp|LinkedIn|[+−×·:,.₹%/() ]*)$/
/** Addresses and examples of what is typed and stored as it is. */
const examples = /^(https?:\/\/|Hindi$|15 min$)/
/** Attributes that people read or hear. */
const spoken =
  /^(aria-(label|description)|alt|caption|confirmLabel|detail|empty|heading|hint|label|legend|noun|placeholder|reasonHint|sentence|text|title)$/

test('whatever a screen says, translators find it', () => {
  const bare = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => listBareTexts(file, readFileSync(join(root, file), 'utf8')))
    .filter(({ text }) => !names.test(text) && !examples.test(text))

  expect(bare).toEqual([])
})

test('a text is seen wherever a screen says one by itself', () => {
  const code = `
    const seen = <p title="One">Two {isBusy ? 'Three' : t('Known')} {name ?? 'Four'}</p>
    const others = <Fact name={isBundle ? 'Five' : t('Known')} hint={\`Six \${count}\`} id="none" />`

  expect(listBareTexts('a.tsx', code).map(({ text }) => text)).toEqual(
    expect.arrayContaining(['One', 'Two', 'Three', 'Four', 'Five', 'Six']),
  )
  expect(listBareTexts('a.tsx', code)).toHaveLength(6)
})

/** Texts of elements and of what they say by attributes, outside of messages. */
function listBareTexts(file: string, code: string): { file: string; text: string }[] {
  const found: string[] = []
  const look = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of children) {
      if (child.type === 'JSXText') found.push(child.value)
      if (child.type === 'JSXExpressionContainer') found.push(...listLiterals(child.expression))
    }
  }
  new Visitor({
    JSXElement: look,
    JSXFragment: look,
    JSXAttribute: ({ name, value }) => {
      const said = value?.type === 'JSXExpressionContainer' ? value.expression : value
      const texts = said ? listLiterals(said) : []
      if (name.type !== 'JSXIdentifier') return
      if (spoken.test(name.name)) found.push(...texts)
      // Of facts and figures, not of fields.
      if (name.name === 'name') found.push(...texts.filter((text) => /^[A-Z]/.test(text)))
    },
  }).visit(parseSync(file, code).program)
  return found
    .map((text) => ({ file, text: text.replaceAll(/&\w+;/g, '').trim() }))
    .filter(({ text }) => /[A-Za-z]{2}/.test(text))
}

/** What an expression may turn out to be, as far as it stands there as a text. */
function listLiterals(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked ?? '')
    case 'ConditionalExpression':
      return [...listLiterals(node.consequent), ...listLiterals(node.alternate)]
    case 'LogicalExpression':
      return [...listLiterals(node.left), ...listLiterals(node.right)]
    default:
      return []
  }
}

/** What a translation has to keep: values, tags, and choices that no grammar gives. It may count what English does not. */
function listPieces(text: string): string[] {
  const values = readArguments(text).map(({ name, kind, choices }) =>
    kind === 'select' || kind === 'broken' ? [name, kind, ...choices.toSorted()].join(' ') : name,
  )
  const opened = text.match(/<\w+>/g) ?? []
  const closed = text.match(/<\/\w+>/g) ?? []
  return [...new Set([...values, ...opened, ...closed])].sort()
}

function isPluralForm(choice: string): boolean {
  return /^(zero|one|two|few|many|other)$/.test(choice)
}

interface Argument {
  name: string
  /** `plural`, `select`, `number`; empty for a plain value, `broken` where it is none of these. */
  kind: string
  choices: string[]
}

/** Those of the choices follow the one that has them. */
function readArguments(text: string): Argument[] {
  return readBraces(text).flatMap(({ inside }) => {
    const [, name = inside, kind = '', rest = ''] =
      /^(\w+)(?:, (number|plural|select)(?:, (.*))?)?$/s.exec(inside) ?? [inside, inside, 'broken']
    const choices = readBraces(rest)
    return [
      { name, kind, choices: choices.map(({ before }) => before.trim()) },
      ...choices.flatMap((choice) => readArguments(choice.inside)),
    ]
  })
}

/** The outermost braces, each with the text before it; one that is never closed holds the rest. */
function readBraces(text: string): { before: string; inside: string }[] {
  const start = text.indexOf('{')
  if (start < 0) return []
  let end = start
  for (let depth = 1; depth > 0 && end < text.length; ) {
    end += 1
    if (text[end] === '{') depth += 1
    if (text[end] === '}') depth -= 1
  }
  const first = { before: text.slice(0, start), inside: text.slice(start + 1, end) }
  return [first, ...readBraces(text.slice(end + 1))]
}

test('what a tool has guessed counts as missing, and stays for a person to read', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'ta.po')
  const guessed = '#, fuzzy\nmsgid "Courses"\nmsgstr "படிப்புகள்"'
  await writeFile(
    path,
    `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n${guessed}\n`,
  )

  const catalogue = await readCatalogue(path)
  expect(catalogue.get('Courses')?.translation).toBe('')
  await writeCatalogue(path, 'ta', catalogue)

  expect(await readFile(path, 'utf8')).toContain(guessed)
})
