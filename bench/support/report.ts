import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import type pg from 'pg'

const file = new URL('../../docs/benchmarks.md', import.meta.url)
const opening = `# Benchmarks

Written by the commands named in each section; nothing here is typed by hand. Every ratio is taken
within one run, in turns with its baseline, so that whatever else the machine did met both.
`

/** A Markdown table; the first row is its head. */
export function drawTable(rows: string[][]): string {
  const [head = [], ...body] = rows
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`
  return [
    line(head),
    line(head.map((_, place) => (place === 0 ? '---' : '---:'))),
    ...body.map(line),
  ].join('\n')
}

export interface Section {
  /** The script's name, e.g. `bench:growth`. */
  command: string
  title: string
  text: string
}

/** Prints a section and puts it in the place of its last edition in docs/benchmarks.md. */
export async function publish(pool: pg.Pool, section: Section): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  writeSection(section, rows[0]?.server_version ?? 'unknown')
}

/** The same, where the database is gone by then. */
export function writeSection({ command, title, text }: Section, postgresVersion: string): void {
  const start = `<!-- ${command} -->`
  const end = `<!-- end of ${command} -->`
  const section = [
    start,
    `## ${title}`,
    '',
    `\`npm run ${command}\`, ${describeMachine(postgresVersion)}.`,
    '',
    text.trim(),
    end,
    '',
  ].join('\n')
  process.stdout.write(`\n${section}\n`)
  const known = existsSync(file) ? readFileSync(file, 'utf8') : opening
  const from = known.indexOf(start)
  const to = known.indexOf(end)
  const isKnown = from !== -1 && to > from
  const before = isKnown ? known.slice(0, from) : `${known.trimEnd()}\n\n`
  const after = isKnown ? known.slice(to + end.length + 1) : ''
  writeFileSync(file, before + section + after)
}

function describeMachine(postgresVersion: string): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  return [
    new Date().toISOString().slice(0, 10),
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory} GB`,
    `Node ${process.version.slice(1)}, PostgreSQL ${postgresVersion}, commit ${readCommit()}`,
  ].join('; ')
}

function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown' // a copy without history
  }
}
