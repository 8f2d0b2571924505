import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCatalogue } from './catalogue.ts'
import { listMessages } from './find-messages.ts'
import { mark, markNameOf } from './mark-messages.ts'
import { translatedScriptsPath } from './translated-scripts.ts'

/**
 * Writes English in the place of every mark of a finished build, and beside each script that says
 * something, or imports one that does, a copy in each language that has a catalogue.
 */
export async function translateBuild(buildDir: string): Promise<void> {
  const folder = join(buildDir, 'client/assets')
  const english = await nameMessages()
  const scripts = new Map<string, string>()
  for (const name of await readdir(folder)) {
    if (name.endsWith('.js')) scripts.set(name, await readFile(join(folder, name), 'utf8'))
  }
  const speaking = listSpeaking(scripts)
  const written: Record<string, Record<string, string>> = {}
  for (const file of await readdir('languages')) {
    if (!file.endsWith('.po')) continue
    const code = file.slice(0, -'.po'.length)
    const catalogue = await readCatalogue(join('languages', file))
    const version = versionOf([...catalogue].map(([text, entry]) => [text, entry.translation]))
    const names = Object.fromEntries(
      speaking.map((name) => [name, name.replace(/\.js$/, `.${code}-${version}.js`)]),
    )
    for (const [name, copy] of Object.entries(names)) {
      const text = putIn(scripts.get(name) ?? '', (id) => {
        const message = english.get(id) ?? ''
        return catalogue.get(message)?.translation || message
      })
      const renamed = text.replaceAll(/[\w.-]+\.js(?=["'`])/g, (name) => names[name] ?? name)
      await writeFile(join(folder, copy), renamed)
    }
    written[code] = names
  }
  for (const [name, text] of scripts) {
    await writeFile(
      join(folder, name),
      putIn(text, (id) => english.get(id) ?? ''),
    )
  }
  await writeFile(translatedScriptsPath(buildDir), JSON.stringify(written))
}

/** Every message by the name of its mark. */
async function nameMessages(): Promise<Map<string, string>> {
  const named = new Map<string, string>()
  for (const message of (await listMessages()).keys()) {
    const name = markNameOf(message)
    const other = named.get(name)
    if (other !== undefined) throw new Error(`Two messages have one mark: ${message}, ${other}`)
    named.set(name, message)
  }
  return named
}

/** The scripts that hold a mark, and those that name one of them. */
function listSpeaking(scripts: ReadonlyMap<string, string>): string[] {
  const speaking = new Set(
    [...scripts].filter(([, text]) => text.match(mark)).map(([name]) => name),
  )
  const isAdded = ([name, text]: [string, string]) => {
    if (speaking.has(name) || ![...speaking].some((other) => text.includes(other))) return false
    speaking.add(name)
    return true
  }
  while ([...scripts].filter(isAdded).length > 0);
  return [...speaking]
}

/** Written so that it may stand in quotes of any kind. */
function putIn(script: string, find: (id: string) => string): string {
  return script.replaceAll(mark, (_, id: string) =>
    find(id)
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', '\\n')
      .replaceAll('"', '\\x22')
      .replaceAll("'", '\\x27')
      .replaceAll('`', '\\x60')
      .replaceAll('${', '\\x24{'),
  )
}

function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8)
}
