import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { isEditable } from '../src/domains/site/server/editable-settings.ts'
import { type SettingsGroup, settingsGroups } from '../src/platform/settings.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))
/** What was measured and told of earlier versions keeps its words. */
const documents = files.filter(
  (path) => path.endsWith('.md') && !['CHANGELOG.md', 'docs/benchmarks.md'].includes(path),
)
/** Capitals stand for what the reader puts in. */
const placeholder = /[A-Z]{2,}|\bverb-noun\./

test('every link of a document leads to a file', () => {
  const broken = mentions(/\]\((?!https?:)(?<name>[^)#\s]+)/g)
    .filter(({ path, name }) => !existsSync(join(dirname(path), name)))
    .map(({ path, name }) => `${path}: ${name}`)

  expect(broken).toEqual([])
})

test('every file that a document names is there', () => {
  const missing = mentions(/`(?<name>[\w./-]+\.(?:tsx?|js|sql|typ|css))`/g)
    .filter(({ name }) => !placeholder.test(name))
    .filter(({ name }) => !files.some((path) => isNamed(path, name)))
    .map(({ path, name }) => `${path}: ${name}`)

  expect(missing).toEqual([])
})

test('every box of a diagram of requests names an export of a file', () => {
  const [requests = ''] = readFileSync('docs/diagrams.md', 'utf8').split('## Data')
  const boxes = Array.from(requests.matchAll(/\["(.*)"\]/g), ([, label = '']) => label)
  const wrong = boxes.filter((label) => {
    const [, name = '', path = ''] = label.split('<br/>')
    if (!existsSync(path)) return true
    const exported = `^export (?:default )?(?:async )?(?:const|function|class) ${name}\\b`
    return !new RegExp(exported, 'm').test(readFileSync(path, 'utf8'))
  })

  expect(boxes).not.toEqual([])
  expect(wrong).toEqual([])
})

test('the glossary has each word once, in order', () => {
  const words = Array.from(
    readFileSync('docs/glossary.md', 'utf8').matchAll(/^- \*\*(.+?)\*\*: /gm),
    ([, word]) => word,
  )

  expect(words).toEqual(
    [...new Set(words)].sort((one = '', other = '') => one.localeCompare(other)),
  )
})

test('no row of the security standard is left for later', () => {
  const rows = Array.from(readFileSync('docs/asvs.md', 'utf8').matchAll(/^\| \d.*$/gm), String)

  expect(rows).not.toEqual([])
  expect(rows.filter((row) => /\blater\b/.test(row))).toEqual([])
})

test('the index of decisions names each, and says which is no longer in force', async () => {
  const lines = files
    .filter((path) => /^docs\/decisions\/\d/.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(path, 'utf8')
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      const later = /^(Superseded|Revised) by (\[.+?\]\(.+?\))/m.exec(text)
      const state = later ? `, ${later[1]?.toLowerCase()} by ${later[2]}` : ''
      return `- ${number}. [${title}](${basename(path)})${state}\n`
    })

  // Written anew by `vitest run tests/documents.test.ts -u`.
  await expect(
    `# Decisions\n\nIn force where nothing else is said.\n\n${lines.join('')}`,
  ).toMatchFileSnapshot('../docs/decisions/README.md')
})

const isForOwners = ({ shape }: SettingsGroup) => Object.keys(shape).every(isEditable)

// Written anew by `vitest run tests/documents.test.ts -u`.
test.each([
  ['the README', 'README.md', 'of the process', (group: SettingsGroup) => !isForOwners(group)],
  ['the manual', 'docs/operations.md', 'that owners set in the browser', isForOwners],
])('%s tells of every setting %s, with what it is without', async (_, path, __, isTold) => {
  const table = settingsGroups
    .filter(isTold)
    .map(describeSettings)
    .join('')
    .replaceAll('](docs/', `](${path.startsWith('docs/') ? '' : 'docs/'}`)
  const written = readFileSync(path, 'utf8').replace(
    /(?<=\| variable \| default \| meaning \|\n\|---\|---\|---\|\n)(\|.*\n)+/,
    () => table,
  )

  expect(written).toContain(table)
  await expect(written).toMatchFileSnapshot(`../${path}`)
})

/** A line of the table. The many figures are named by what they begin with. */
function describeSettings({ meaning, byDefault, shape }: SettingsGroup): string {
  const names = Object.keys(shape).map((name) => name.replace(/^(OFFER|FIGURE)_.*/, '$1_…'))
  const told = byDefault ?? listOnce(Object.values(shape).map(describeDefault))
  return `| ${listOnce(names.map((name) => `\`${name}\``))} | ${told} | ${meaning} |\n`
}

function describeDefault(type: z.core.$ZodType): string {
  const value = z.safeParse(type, undefined).data
  return typeof value === 'string' || typeof value === 'number' ? `\`${value}\`` : 'unset'
}

function listOnce(texts: string[]): string {
  return [...new Set(texts)].join(', ')
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`)
}

function mentions(pattern: RegExp): { path: string; name: string }[] {
  return documents.flatMap((path) =>
    Array.from(readFileSync(path, 'utf8').matchAll(pattern), ({ groups = {} }) => ({
      path,
      name: groups.name ?? '',
    })),
  )
}
