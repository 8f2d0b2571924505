import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The database or an open transaction on it: operations take either. */
export type Database = PgDatabase<NodePgQueryResultHKT>

export interface OpenDatabase {
  db: NodePgDatabase
  pool: pg.Pool
  close(): Promise<void>
}

interface DatabaseOptions {
  url: string
  poolSize: number
  /** Called for connections that break while idle; the pool replaces them by itself. */
  onIdleError: (error: Error) => void
}

/** Opens the pool. Nothing is connected until the first query. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    keepAlive: true,
    application_name: 'academy',
  })
  pool.on('error', options.onIdleError)
  // A connection lost between two queries of a transaction: the next query says so. Unheard, the
  // event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { db: drizzle(pool), pool, close: () => pool.end() }
}
