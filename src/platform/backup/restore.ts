import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import {
  createMigrationsTable,
  listMigrations,
  migrationLock,
  runMigration,
} from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { BackupSource } from './backup-source.ts'
import type { BackupContent } from './content-rules.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { isDataFile, writeDataFile } from './data-files.ts'
import { listTables, readSequences } from './describe-database.ts'
import type { AcademyHead, Sequence, Table } from './format.ts'
import { holdSameRows, measureAll } from './measure.ts'
import { openBackupClient } from './open-backup-client.ts'
import { readParts, type VerifiedBackup } from './read-backup-file.ts'
import { restoreConstraints, suspendConstraints } from './suspend-constraints.ts'

const filled =
  'The database is not empty: nothing was restored. Name an empty one, or empty this one first.'

interface Options {
  databaseUrl: string
  /** Null: the files are read and measured, and kept nowhere. */
  dataDir: string | null
  migrations: URL
  source: BackupSource
  /** As `verifyBackup` found it. */
  content: VerifiedBackup
}

/**
 * Brings a verified backup back, at the level of migrations at which it was made: the files first, then
 * the database in one transaction, which commits only once every table holds what the backup does. No name
 * that stands in the backup becomes part of a statement: tables and columns are those of our own schema.
 */
export async function restore(options: Options): Promise<{ leftOut: string[] }> {
  const { databaseUrl, source, dataDir, content } = options
  const client = await openBackupClient(databaseUrl)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await refuseUnlessEmpty(client)
    await refuseUnknownMigrations(content.academy, options.migrations)
    const tables = await makeTables(client, options)
    const suspended = await suspendConstraints(client, tables)
    // Some migrations bring rows.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    const ours = new Map(tables.map((table) => [table.name, table]))
    for await (const { head, content: bytes } of readParts(source, content.digest)) {
      const table = head.kind === 'table' ? ours.get(head.name) : undefined
      if (table !== undefined) await copyIn(client, table, bytes)
      if (head.kind === 'file' && dataDir !== null && isDataFile(head.path)) {
        await writeDataFile(join(dataDir, head.path), head.mode, bytes)
      }
    }
    await setSequences(client, content.academy.sequences)
    await restoreConstraints(client, suspended)
    await compare(client, tables, content)
    await client.query('commit')
    const otherTables = [...content.tables.keys()].filter((name) => !ours.has(name))
    return { leftOut: [...otherTables, ...content.files.filter((path) => !isDataFile(path))] }
  } finally {
    await client.end()
  }
}

/** PostgreSQL does it by itself, too, some minutes later. */
export async function analyzeDatabase(databaseUrl: string): Promise<void> {
  const client = await openBackupClient(databaseUrl)
  try {
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

/** Refused if the backup was made by a version that this one does not know of. Looks only. */
export async function refuseUnknownMigrations(academy: AcademyHead, folder: URL): Promise<void> {
  const known = new Set(await listMigrations(folder))
  const unknown = academy.migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new BackupError(
    `This backup was made by a newer version of the academy (it has ${unknown}): restore it with that version.`,
  )
}

/** Refused if a file that the backup brings is there already. Looks only. */
export function refuseExistingFiles(content: BackupContent, dataDir: string): void {
  const existing = content.files.find((path) => isDataFile(path) && existsSync(join(dataDir, path)))
  if (existing === undefined) return
  throw new BackupError(
    `${join(dataDir, existing)} is there already: restore into an empty DATA_DIR.`,
  )
}

/** Refused unless nobody has made anything in this database yet. Looks only. */
export async function refuseFilledDatabase(databaseUrl: string, sentence = filled): Promise<void> {
  const client = await openBackupClient(databaseUrl)
  try {
    await refuseUnlessEmpty(client, sentence)
  } finally {
    await client.end()
  }
}

async function refuseUnlessEmpty(client: pg.Client, sentence = filled): Promise<void> {
  if (await isEmpty(client)) return
  throw new BackupError(sentence)
}

async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    limit 1`)
  return rowCount === 0
}

/**
 * The tables that the backup was taken from, which later migrations then find as they were. Others that
 * the backup has were made by somebody else in the same database: nothing says what they look like.
 */
async function makeTables(
  client: pg.Client,
  { migrations, content: { academy } }: Options,
): Promise<Table[]> {
  await createMigrationsTable(client)
  const ran = new Set(academy.migrations)
  for (const name of await listMigrations(migrations)) {
    if (ran.has(name)) await runMigration(client, migrations, name)
  }
  const made = await listTables(client)
  const backedUp = new Set(academy.tables.map((table) => JSON.stringify(table)))
  const differing = made.find((table) => !backedUp.has(JSON.stringify(table)))
  if (differing === undefined) return made
  throw new BackupError(
    `The backup's table ${differing.name} is not as its migrations make it, so somebody changed it by ` +
      `hand: nothing was restored.`,
  )
}

async function setSequences(client: pg.Client, given: Sequence[]): Promise<void> {
  const ours = new Set((await readSequences(client)).map(({ name }) => name))
  const sequences = given.filter(({ name }) => ours.has(name))
  await client.query(
    `select setval(name::regclass, last_value::bigint, is_called::boolean)
     from unnest($1::text[], $2::text[], $3::text[]) s (name, last_value, is_called)`,
    [
      sequences.map(({ name }) => name),
      sequences.map(({ last_value }) => last_value),
      sequences.map(({ is_called }) => String(is_called)),
    ],
  )
}

async function compare(client: pg.Client, tables: Table[], content: BackupContent): Promise<void> {
  for (const table of tables) {
    const wanted = content.tables.get(table.name)
    const stored = await measureAll(copyOut(client, table))
    if (wanted !== undefined && holdSameRows(wanted, stored)) continue
    throw new BackupError(
      `The table ${table.name} did not come back as it was backed up: nothing was restored.`,
    )
  }
  await compareMigrations(client, content.academy)
  const wanted = new Set(content.academy.sequences.map((sequence) => JSON.stringify(sequence)))
  const sequences = await readSequences(client)
  if (sequences.every((sequence) => wanted.has(JSON.stringify(sequence)))) return
  throw new BackupError('The sequences did not come back as they were: nothing was restored.')
}

/** Rows that name others than those that ran would keep the next start from running them. */
async function compareMigrations(client: pg.Client, { migrations }: AcademyHead): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const listed = new Set(rows.map(({ name }) => name))
  if (listed.size === new Set(migrations).size && migrations.every((name) => listed.has(name)))
    return
  throw new BackupError('The backup says two things about its migrations: nothing was restored.')
}
