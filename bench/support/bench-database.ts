import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { academyMigrations, migrate } from '../../src/platform/database/migrate.ts'
import { withClient } from '../../src/platform/database/open-client.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts'
import { ownerRole, servingRole } from '../../src/platform/embedded/roles.ts'

export interface BenchDatabase {
  /** As who serves. */
  url: string
  /** As who owns the tables. */
  pool: pg.Pool
  /** Ends the server and removes its data. */
  close(): Promise<void>
}

/** A migrated database of its own in a temporary folder, written through to the disk as in production. */
export async function openBenchDatabase(options: { durable: boolean }): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-bench-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durable: options.durable,
    log: { info: () => undefined, warn: () => undefined },
  })
  await allowFilling(server.superuserUrl)
  const pool = new pg.Pool({ connectionString: server.ownerUrl, max: 4 })
  pool.on('error', () => undefined)
  await migrate(pool, { ...academyMigrations, serving: servingRole })
  return {
    url: server.url,
    pool,
    close: async () => {
      await pool.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Millions of rows are written without asking each foreign key, and then brought to the disk. */
async function allowFilling(superuserUrl: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query(`grant set on parameter session_replication_role to ${ownerRole}`)
    await client.query(`grant pg_checkpoint to ${ownerRole}`)
  })
}
