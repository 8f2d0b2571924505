import { readdir, readFile } from 'node:fs/promises'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A message as it stands in a source file. */
export interface FoundMessage {
  message: string
  /** What a script of browsers puts its translation in the place of: offsets in the file. */
  start: number
  end: number
}

const markers = new Set(['t', 'msg', 'rich'])

/**
 * Every `t('…')`, `msg('…')` and `rich('…', …)` of a file. What is translated without values is
 * replaced with its call.
 */
export function findMessages(file: string, code: string): FoundMessage[] {
  if (!/\b(t|msg|rich)\(/.test(code)) return []
  const found: FoundMessage[] = []
  const visitor = new Visitor({
    CallExpression: (call) => {
      const { callee, arguments: given } = call
      if (callee.type !== 'Identifier' || !markers.has(callee.name)) return
      const [first] = given
      const message = first && literalOf(first)
      if (message === undefined) return
      const { start, end } = given.length === 1 && callee.name !== 'rich' ? call : given[0]!
      found.push({ message, start, end })
    },
  })
  visitor.visit(parseSync(file, code).program)
  return found
}

/** Every message of the sources with the files that show it, in the order of the alphabet. */
export async function listMessages(): Promise<Map<string, string[]>> {
  const root = new URL('../../../', import.meta.url)
  const found = new Map<string, Set<string>>()
  for (const name of (await readdir(new URL('src/', root), { recursive: true })).sort()) {
    if (!/(?<!\.test)\.tsx?$/.test(name)) continue
    const file = `src/${name}`
    for (const { message } of findMessages(file, await readFile(new URL(file, root), 'utf8'))) {
      found.set(message, (found.get(message) ?? new Set()).add(file))
    }
  }
  return new Map(
    [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([message, files]) => [message, [...files]]),
  )
}

function literalOf(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined
  return node.quasis[0]?.value.cooked ?? undefined
}
