import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { draftLetters } from '../domains/privacy/server/breach/draft-letters.ts'
import { type Breach, listTouched } from '../domains/privacy/server/breach/list-touched.ts'
import { personalTables } from '../domains/privacy/server/register/personal-tables.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import { sayCommand } from '../platform/backup/say-command.ts'
import { writeTable } from '../platform/csv/write-csv.ts'
import { findDatabase } from './find-database.ts'
import { addKeptSettings, openAcademyDatabase } from './prepare-academy.ts'
import { runCommand } from './run-command.ts'

// `npm run breach-report -- --table=NAME | --since=TIME --until=TIME | --backup=FILE`
await runCommand(async (given, log, closers) => {
  const { breach, to } = await readArguments()
  const { url } = await findDatabase(given, log, closers)
  const database = openAcademyDatabase(given, log, url)
  closers.push(() => database.close())
  const { brand } = await addKeptSettings(given, database)
  const touched = await listTouched(database.db, breach)
  const { letter, notice } = draftLetters(brand, breach, touched)
  const folder = resolve(to, `breach-${new Date().toISOString().slice(0, 16).replaceAll(':', '-')}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const rows = touched.people.map(({ name, email }) => [name, email])
  const files = {
    'people.csv': writeTable(['Name', 'E-mail'], rows),
    'letter.txt': letter,
    'notice-to-the-board.txt': notice,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
  }
  return `${touched.people.length} people are touched. Their names, a letter to them and the notice to the Board, due within 72 hours, are drafted in ${folder}.`
})

async function readArguments(): Promise<{ breach: Breach; to: string }> {
  const { values } = parseArgs({
    options: {
      table: { type: 'string' },
      since: { type: 'string' },
      until: { type: 'string' },
      backup: { type: 'string' },
      to: { type: 'string', default: '.' },
    },
  })
  const { table, since, until, backup, to } = values
  if (table !== undefined && !(table in personalTables)) {
    throw new BackupError(
      `${table} holds nothing of people. Tables that do: ${Object.keys(personalTables).join(', ')}.`,
    )
  }
  // Whatever was there when it was written is in it.
  if (backup !== undefined) return { breach: { until: (await stat(backup)).mtime }, to }
  if (table === undefined && since === undefined && until === undefined) {
    throw new BackupError(
      `Say what was open: ${sayCommand('breach-report', '--table=NAME, --since=TIME --until=TIME, or --backup=FILE')}`,
    )
  }
  return { breach: { table, since: readTime(since), until: readTime(until) }, to }
}

function readTime(typed: string | undefined): Date | undefined {
  if (typed === undefined) return undefined
  const time = new Date(typed)
  if (Number.isNaN(time.getTime()))
    throw new BackupError(`${typed} is no time. Write it like 2026-11-21T04:30Z.`)
  return time
}
