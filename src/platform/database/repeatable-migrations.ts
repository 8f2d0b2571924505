import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type pg from 'pg'

/** What ran here, and as what. No part of a backup: what is restored has only what its migrations make. */
export const repeatableMigrationsTable = 'repeatable_migrations'

/** What is called comes before what calls it. */
const fileNames = ['functions.sql', 'triggers.sql', 'views.sql', 'rights.sql']

export interface RepeatableMigration {
  /** Its path below the folder. */
  name: string
  text: string
  checksum: string
}

/** The present definitions of functions, triggers, views and rights, in the order in which they run. */
export async function listRepeatableMigrations(folder: URL): Promise<RepeatableMigration[]> {
  const order = (path: string) => fileNames.indexOf(basename(path))
  const paths = (await readdir(folder, { recursive: true })).filter((path) => order(path) >= 0)
  return Promise.all(
    paths
      .sort((one, other) => order(one) - order(other) || one.localeCompare(other))
      .map(async (name) => {
        const text = await readFile(new URL(name, folder), 'utf8')
        return { name, text, checksum: hash('sha256', text) }
      }),
  )
}

/** Those that this database has not seen as they are now. */
export async function listChangedMigrations(
  client: pg.ClientBase,
  folder: URL,
): Promise<RepeatableMigration[]> {
  await client.query(
    `create table if not exists ${repeatableMigrationsTable} (
       name text primary key, checksum text not null, ran_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<Pick<RepeatableMigration, 'name' | 'checksum'>>(
    `select name, checksum from ${repeatableMigrationsTable}`,
  )
  const ran = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const all = await listRepeatableMigrations(folder)
  return all.filter(({ name, checksum }) => ran.get(name) !== checksum)
}

/** Inside the caller's transaction. */
export async function runRepeatableMigration(
  client: pg.ClientBase,
  { name, text, checksum }: RepeatableMigration,
): Promise<void> {
  await client.query(text)
  await client.query(
    `insert into ${repeatableMigrationsTable} (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, ran_at = now()`,
    [name, checksum],
  )
}

/** Whether something was done on this very database, and not on one that a backup of it was made of. */
export async function wasDoneHere(pool: pg.Pool, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${repeatableMigrationsTable} where name = $1`,
    [name],
  )
  return rowCount === 1
}

export async function noteDoneHere(pool: pg.Pool, name: string): Promise<void> {
  await pool.query(
    `insert into ${repeatableMigrationsTable} (name, checksum) values ($1, '') on conflict do nothing`,
    [name],
  )
}
