import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import {
  type Catalogue,
  readCatalogue,
  shareTranslated,
  withoutStaffs,
  writeCatalogue,
} from '../src/platform/languages/catalogue.ts'
import { listMessages } from '../src/platform/languages/find-messages.ts'
import { translatable } from '../src/platform/languages/languages.ts'

const root = new URL('../', import.meta.url)
const folder = new URL('languages/', root)

const asked = process.argv.slice(2)
const kept = (await readdir(folder)).filter((name) => name.endsWith('.po'))
const codes = asked.length > 0 ? asked : kept.map((name) => name.slice(0, -3))
const messages = await listMessages()
for (const code of codes) await update(code)

/** Brings a catalogue up to what the sources say, and tells what is missing. */
async function update(code: string): Promise<void> {
  if (!translatable.some((language) => language.code === code)) {
    const known = translatable.map((language) => `${language.code} ${language.name}`)
    throw new Error(`There is no language ${code}. Those that can be made: ${known.join(', ')}.`)
  }
  const path = new URL(`${code}.po`, folder)
  const before: Catalogue = existsSync(path) ? await readCatalogue(path) : new Map()
  const now: Catalogue = new Map(
    [...messages].map(([message, files]) => {
      const { translation = '', guess, note = '' } = before.get(message) ?? {}
      return [message, { translation, guess, files, note }]
    }),
  )
  await writeCatalogue(path, code, now)
  const met = withoutStaffs(now)
  const missing = [...met].filter(([, { translation }]) => translation === '')
  const percent = Math.floor(shareTranslated(now) * 100)
  const missingOfStaff = [...now].filter(
    ([message, { translation }]) => translation === '' && !met.has(message),
  )
  process.stdout.write(
    `languages/${code}.po: ${met.size} messages for visitors and learners, ${percent} % translated, ${missing.length} missing; ` +
      `${now.size - met.size} for staff alone, ${missingOfStaff.length} missing.\n`,
  )
  for (const [message] of missing.slice(0, 20)) process.stdout.write(`  ${message}\n`)
}
