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

/** Where a file of `src` stands: its domain or other folder, and which side runs it. */
export interface Place {
  folder: string
  /** `shared`: contracts and pure rules, which both sides load. */
  side: 'server' | 'web' | 'shared'
}

/** The rest is the server's. */
const sides: Record<string, Place['side']> = {
  'root.tsx': 'web',
  'routes.ts': 'web',
  'entry.client.tsx': 'web',
  'paths.ts': 'shared',
  ui: 'web',
  pages: 'web',
  shared: 'shared',
}

/** Folders with sides of their own inside. */
const divided = /^(?:domains\/(?<domain>[^/]+)|http)\/(?:(?<side>server|web)\/)?/

export function placeOf(path: string): Place {
  const [top = ''] = path.split('/')
  const { groups: inside } = divided.exec(path) ?? {}
  if (!inside) return { folder: top, side: sides[top] ?? 'server' }
  return { folder: inside['domain'] ?? top, side: (inside['side'] as 'server' | 'web') ?? 'shared' }
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
