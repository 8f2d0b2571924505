import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** One number for the whole product, so that only one process migrates at a time. */
export const migrationLock = 7_402_118

/** So long whoever uses a table waits behind a migration that waits for a backup to let go of it. */
const lockTimeoutInMs = 500
const pauseInMs = 2_000

/**
 * Runs the numbered .sql files that this database has not seen, in order, each in a transaction.
 * Safe however many processes start at once, and while backups and people use the tables: a migration
 * that does not get a table at once is undone, told, and tried again. Resolves to the names of those that
 * ran now.
 */
export async function migrate(
  pool: pg.Pool,
  folder: URL,
  onWaiting: (name: string) => void = () => undefined,
): Promise<string[]> {
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
      while (!(await tryMigration(client, folder, name))) {
        onWaiting(name)
        await delay(pauseInMs)
        if (pool.ending) throw new Error(`Told to stop before ${name} could run`)
      }
    }
    return fresh
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

/** False: somebody uses a table that it wants for itself. */
async function tryMigration(client: pg.ClientBase, folder: URL, name: string): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutInMs}`)
    await runMigration(client, folder, name)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'

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
