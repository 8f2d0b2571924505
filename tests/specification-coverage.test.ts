import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')

interface Row {
  statement: string
  file: string
  testFile: string
  testName: string
}

const rows = Array.from(
  page.matchAll(/^\| (.+) \| `([^`]+)` \| `([^`]+)` › (.+) \|$/gm),
  ([, statement = '', file = '', testFile = '', testName = '']): Row => ({
    statement,
    file,
    testFile,
    testName,
  }),
)

describe('the table of what the specification says', () => {
  it('has every line in its form, and a part for each section', () => {
    const lines = page
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.includes('done by'))
    const sections = Array.from(page.matchAll(/^## (\d)\./gm), ([, number]) => number)

    expect(rows.length).toBe(lines.length)
    expect(sections).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  })

  it('names files that are there', () => {
    expect(rows.filter(({ file }) => !existsSync(join(root, file)))).toEqual([])
  })

  it('names tests that are there', () => {
    expect(rows.filter((row) => !readTest(row.testFile).includes(row.testName))).toEqual([])
  })
})

/** The file's text as a reader of the table would spell it. */
function readTest(path: string): string {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll("\\'", "'") : ''
}
