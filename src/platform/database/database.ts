import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The database or an open transaction on it: operations take either. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** Triggers notify here; the payload is the tag of what changed (docs/caches.md). */
export const changesChannel = 'academy_changes'

export interface OpenDatabase {
  db: NodePgDatabase
  pool: pg.Pool
  /**
   * Tells the tag of each change that this pool commits, null for everything, before the commit
   * resolves: PostgreSQL sends its own notices to a connection ahead of its answer.
   */
  onOwnChange: (listener: (tag: string | null) => void) => void
  close(): Promise<void>
}

interface DatabaseOptions {
  url: string
  poolSize: number
  /** Called for connections that break while idle; the pool replaces them by itself. */
  onIdleError: (error: Error) => void
  /** What is not answered by then fails, as of a machine that was lost without a word. Left out: no query. */
  queryTimeoutInMs?: number | undefined
}

/** Opens the pool. Nothing is connected until the first query. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const listeners: ((tag: string | null) => void)[] = []
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(options.queryTimeoutInMs !== undefined && { query_timeout: options.queryTimeoutInMs }),
    application_name: 'academy',
    // The pool waits for it before it hands the connection out; its types do not say so yet.
    onConnect: (client) => hearOwnChanges(client, listeners) as unknown as undefined,
  })
  pool.on('error', (error) => {
    // The pool has ended before its connections have: the database may take its leave first.
    if (!pool.ending) options.onIdleError(error)
  })
  // A connection lost between two queries of a transaction: the next query says so. Unheard, the
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Whoever had one next that still waits for an answer would wait with it.
  pool.on('release', (_, client) => {
    if (isWaiting(client)) void client.end()
  })
  return {
    db: releaseAlways(drizzle(pool), pool),
    pool,
    onOwnChange: (listener) => void listeners.push(listener),
    close: () => pool.end(),
  }
}

/**
 * The builder's own transactions keep the connection for ever if `begin` fails, as it does on one that
 * was lost a moment ago: after as many as the pool has places, nobody would get another.
 */
function releaseAlways(db: NodePgDatabase, pool: pg.Pool): NodePgDatabase {
  const transaction: NodePgDatabase['transaction'] = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release() // the pool throws away what is broken
    }
  }
  return Object.assign(db, { transaction })
}

async function hearOwnChanges(
  client: pg.ClientBase,
  listeners: readonly ((tag: string | null) => void)[],
): Promise<void> {
  client.on('notification', ({ processId, payload = '' }) => {
    if (processId !== processIdOf(client)) return // those of others have a listener of their own
    for (const listener of listeners) listener(payload || null)
  })
  await client.query(`listen ${changesChannel}`)
}

/** Whether a query stands without an answer, which the types of `pg` leave out. */
function isWaiting(client: pg.ClientBase): boolean {
  return Boolean(Reflect.get(client, '_activeQuery'))
}

/** Of the connection's server process, which the types of `pg` leave out. */
function processIdOf(client: pg.ClientBase): number | undefined {
  return 'processID' in client ? Number(client.processID) : undefined
}
