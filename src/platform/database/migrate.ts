import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { listChangedMigrations, runRepeatableMigration } from './repeatable-migrations.ts'
import { grantRights, needsRights } from './serving-role.ts'

/** One number for the whole product, so that only one process migrates at a time. */
export const migrationLock = 7_402_118

/** So long whoever uses a table waits behind a migration that waits for a backup to let go of it. */
const lockTimeoutInMs = 500
const pauseInMs = 2_000
const askedAgainAfterInMs = 100

export interface Migrations {
  /** Numbered files, each of which runs once. */
  folder: URL
  /** Below it lie those that run whenever they have changed (docs/decisions/0097). */
  repeatable?: URL
  /** Another role than the pool's, which serves: it gets its rights (docs/decisions/0116). */
  serving?: string | undefined
}

/** Where the academy's are. */
export const academyMigrations = {
  folder: new URL('../../../migrations/', import.meta.url),
  repeatable: new URL('../../', import.meta.url),
} satisfies Migrations

/**
 * Runs the numbered .sql files that this database has not seen, in order, then the repeatable ones that it
 * has not seen as they are, each in a transaction, and gives the serving role its rights to what came of it.
 * A version older than the database repeats nothing.
 * Safe however many processes start at once, and while backups and people use the tables: a migration
 * that does not get a table at once is undone, told, and tried again. Resolves to the names of those that
 * ran now.
 */
export async function migrate(
  pool: pg.Pool,
  { folder, repeatable, serving }: Migrations,
  onWaiting: (name: string) => void = () => undefined,
): Promise<string[]> {
  const files = await listMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0') // an index on millions of rows takes its time
    await takeMigrationLock(client, 'pg_try_advisory_lock', () => pool.ending)
    await createMigrationsTable(client)
    const ran = await client.query<{ name: string }>('select name from migrations')
    const seen = new Set(ran.rows.map((row) => row.name))
    const isOlder = ran.rows.some(({ name }) => !files.includes(name))
    const fresh = files.filter((name) => !seen.has(name))
    const changed = repeatable && !isOlder ? await listChangedMigrations(client, repeatable) : []
    const steps = [
      ...(await Promise.all(
        fresh.map(async (name) => {
          const index = findConcurrentIndex(await readFile(new URL(name, folder), 'utf8'))
          const take = index
            ? () => buildIndex(client, { ...index, name })
            : () => tryStep(client, () => runMigration(client, folder, name))
          return { name, take }
        }),
      )),
      ...changed.map((file) => ({
        name: file.name,
        take: () => tryStep(client, () => runRepeatableMigration(client, file)),
      })),
    ]
    if (serving !== undefined && repeatable && !isOlder) {
      if (steps.length > 0 || (await needsRights(client, serving))) {
        const take = () => tryStep(client, () => grantRights(client, serving))
        steps.push({ name: `rights of ${serving}`, take })
      }
    }
    for (const { name, take } of steps) {
      while (!(await take())) {
        onWaiting(name)
        await delay(pauseInMs)
        if (pool.ending) throw new Error(`Told to stop before ${name} could run`)
      }
    }
    return steps.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined)
    await client.query('reset statement_timeout').catch(() => undefined)
    client.release()
  }
}

/**
 * Asks until it has it: a statement that waited for it would have a snapshot, for whose end an index waits
 * that whoever has the lock builds beside the traffic.
 */
export async function takeMigrationLock(
  client: pg.ClientBase,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  isEnding = () => false,
): Promise<void> {
  const ask = () => client.query<{ got: boolean }>(`select ${take}($1) as got`, [migrationLock])
  while (!(await ask()).rows[0]?.got) {
    if (isEnding()) throw new Error('Told to stop while another process changes the tables')
    await delay(askedAgainAfterInMs)
  }
}

/** False: somebody uses a table that it wants for itself. */
async function tryStep(client: pg.ClientBase, run: () => Promise<void>): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutInMs}`)
    await run()
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    if (error instanceof pg.DatabaseError && error.code === lockNotAvailable) return false
    throw error
  }
}

const lockNotAvailable = '55P03'

const concurrently = /^create (?:unique )?index concurrently (\w+) on\b/im

/** Of a migration that is one index, built beside the traffic; that takes no transaction. */
function findConcurrentIndex(text: string): { index: string; text: string } | null {
  const [, index] = concurrently.exec(text) ?? []
  return index === undefined ? null : { index, text }
}

/** What is left of one whose process was killed is built anew. */
async function buildIndex(
  client: pg.ClientBase,
  { index, text, name }: { index: string; text: string; name: string },
): Promise<true> {
  await client.query(`drop index concurrently if exists ${index}`)
  await client.query(text)
  await client.query('insert into migrations (name) values ($1)', [name])
  return true
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
  const text = await readFile(new URL(name, folder), 'utf8')
  // Of empty tables, when a backup comes back: nobody is kept waiting.
  await client.query(text.replace(concurrently, (found) => found.replace(/concurrently/i, '')))
  await client.query('insert into migrations (name) values ($1)', [name])
}
