import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/** One number for the whole product, so that only one process migrates at a time. */
export const migrationLock = 7_402_118

/**
 * Runs the numbered .sql files that this database has not seen, in order, each in a transaction.
 * Safe however many processes start at once. Resolves to the names of those that ran now.
 */
export async function migrate(pool: pg.Pool, folder: URL): Promise<string[]> {
  const files = await listMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0') // an index on millions of rows takes its time
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await createMigrationsTable(client)
    const ran = await client.query<{ name: string }>('select name from migrations')
    const seen = new Set(ran.rows.map((row) => row.name))
    const fresh = files.filter((name) => !seen.has(name))
    for (const name of fresh) {
      await client.query('begin')
      await runMigration(client, folder, name)
      await client.query('commit')
    }
    return fresh
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

/** Names of all that this version has, in the order in which they run. */
export async function listMigrations(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

export async function createMigrationsTable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists migrations (
       name text primary key, ran_at timestamptz not null default now())`,
  )
}

/** Inside the caller's transaction. */
export async function runMigration(
  client: pg.ClientBase,
  folder: URL,
  name: string,
): Promise<void> {
  await client.query(await readFile(new URL(name, folder), 'utf8'))
  await client.query('insert into migrations (name) values ($1)', [name])
}
