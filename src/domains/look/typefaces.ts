/** What an owner may choose, by families of headings and of text; null: those of the device. */
export const typefaces = {
  usual: { headings: 'anek', text: null },
  anek: { headings: 'anek', text: 'anek' },
  serif: { headings: 'serif', text: 'anek' },
  book: { headings: 'serif', text: 'serif' },
  round: { headings: 'baloo', text: 'anek' },
} as const
export type Typeface = keyof typeof typefaces
type FamilyName = 'anek' | 'serif' | 'baloo'

interface Family {
  /** In styles. */
  name: string
  /** From the lightest to the boldest: faces of one family belong together only if it is the same. */
  weights: string
  /** Package with the Latin letters; null: the site's own styles bring them. */
  latin: string | null
  /** Packages (below `@fontsource-variable/`) in the order of `scripts`. */
  packages: readonly string[]
}

/** A file is fetched only by pages with letters of its script. The danda is every script's, and the device's. */
const scripts = [
  ['devanagari', 'U+900-963,U+966-97F,U+1CD0-1CFF,U+A8E0-A8FF'],
  ['bengali', 'U+980-9FF'],
  ['gurmukhi', 'U+A00-A7F'],
  ['gujarati', 'U+A80-AFF'],
  ['oriya', 'U+B00-B7F'],
  ['tamil', 'U+B80-BFF'],
  ['telugu', 'U+C00-C7F'],
  ['kannada', 'U+C80-CFF'],
  ['malayalam', 'U+D00-D7F'],
] as const

const families: Record<FamilyName, Family> = {
  anek: {
    name: 'Anek Latin',
    weights: '100 800',
    latin: null,
    packages: listPackages('anek', {
      names: 'devanagari bangla gurmukhi gujarati odia tamil telugu kannada malayalam',
    }),
  },
  serif: {
    name: 'Noto Serif',
    weights: '100 900',
    latin: 'noto-serif',
    packages: listPackages('noto-serif', {
      names: 'devanagari bengali gurmukhi gujarati oriya tamil telugu kannada malayalam',
    }),
  },
  baloo: {
    name: 'Baloo 2',
    weights: '400 800',
    latin: 'baloo-2',
    packages: listPackages('baloo', {
      names: '2 da-2 paaji-2 bhai-2 bhaina-2 thambi-2 tammudu-2 tamma-2 chettan-2',
    }),
  },
}

function listPackages(family: string, { names }: { names: string }): string[] {
  return names.split(' ').map((name) => `${family}-${name}`)
}

/** File name → the module that is the file. */
export const fontFiles: ReadonlyMap<string, string> = new Map(
  Object.values(families).flatMap(({ latin, packages }) => [
    ...(latin === null ? [] : [nameFile(latin, 'latin')]),
    ...packages.map((name, at) => nameFile(name, scripts[at]?.[0] ?? '')),
  ]),
)

function nameFile(name: string, letters: string): [file: string, module: string] {
  const file = `${name}-${letters}`
  return [`${file}.woff2`, `@fontsource-variable/${name}/files/${file}-wght-normal.woff2`]
}

const fontPath = (name: string, letters: string): string =>
  `/look/fonts/${nameFile(name, letters)[0]}`

/** The Latin letters of headings, which the first view waits for; null: the site's own. */
export function firstFont(typeface: Typeface): string | null {
  const { latin } = families[typefaces[typeface].headings]
  return latin === null ? null : fontPath(latin, 'latin')
}

/** Of other languages, in their own letters: not worth a font on each page. */
const languageNames = 'a[hreflang]{font-family:system-ui,sans-serif}'

export function writeTypeface(typeface: Typeface): string {
  if (typeface === 'usual') return ''
  const { headings, text } = typefaces[typeface]
  const faces = [...new Set<FamilyName>([headings, text])].map(writeFaces).join('')
  const fonts = [
    `--font-display:"${families[headings].name}","Anek Stand-In",system-ui,sans-serif`,
    `--font-sans:"${families[text].name}",system-ui,${text === 'serif' ? 'serif' : 'sans-serif'}`,
  ]
  return `${faces}:root{${fonts.join(';')}}${languageNames}`
}

function writeFaces(of: FamilyName): string {
  const { name, weights, latin, packages } = families[of]
  const write = (path: string, range: string): string =>
    `@font-face{font-family:"${name}";font-weight:${weights};font-display:swap;src:url(${path})${range}}`
  const indian = packages.map((of, at) => {
    const [letters, range] = scripts[at] ?? ['', '']
    return write(fontPath(of, letters), `;unicode-range:${range}`)
  })
  return [latin === null ? '' : write(fontPath(latin, 'latin'), ''), ...indian].join('')
}
