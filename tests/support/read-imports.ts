import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

export interface SourceFile {
  /** Below `src`, with forward slashes. */
  path: string
  text: string
  imports: Import[]
}

export interface Import {
  /** Below `src` for a file of ours (`../seed/x.ts` for one outside), else the package's name. */
  target: string
  isOurs: boolean
  /** Gone when the program runs. */
  isTypeOnly: boolean
}

const src = join(import.meta.dirname, '../../src')
const statement =
  /^\s*(?:import|export)\s+(?<type>type\s)?[^'";]*?from\s+'(?<from>[^']+)'|^\s*import\s+'(?<bare>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/gm

/** Every source file without the tests, with what it imports, dynamically too. */
export function readSourceFiles(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /\.tsx?$/.test(path) && !isTestFile(path))
    .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }))
    .map((file) => ({ ...file, imports: readImports(file.path, file.text) }))
}

/** `test-…` files are what tests of a folder share. */
function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /\/test-[^/]+$/.test(path)
}

export function readImports(path: string, source: string): Import[] {
  return Array.from(source.matchAll(statement), ({ groups = {} }) => {
    const named = groups.from ?? groups.bare ?? groups.lazy ?? ''
    const isOurs = named.startsWith('.')
    return {
      target: isOurs ? relativeToSource(path, named) : packageOf(named),
      isOurs,
      isTypeOnly: groups.type !== undefined,
    }
  })
}

function relativeToSource(path: string, named: string): string {
  return relative(src, join(src, dirname(path), named)).replaceAll(sep, '/')
}

function packageOf(named: string): string {
  if (named.startsWith('node:')) return named
  return named.split('/', named.startsWith('@') ? 2 : 1).join('/')
}
