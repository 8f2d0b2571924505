import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { academyMigrations, migrate } from '../../src/platform/database/migrate.ts'
import { withClient } from '../../src/platform/database/open-client.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.ts'
import { ownerRole, servingRole } from '../../src/platform/embedded/roles.ts'
import { databaseUrl, templateDatabase } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** By the role that owns what it makes. */
    databaseServerUrl: string
    /** May end what else holds a database that is dropped, such as the server's own vacuum. */
    databaseSuperuserUrl: string
  }
}

/** One PostgreSQL for the whole run, with a migrated database that each test file clones. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'academy-tests-'))
  await chmod(folder, 0o755) // the database's own user must reach its data
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    durable: false,
    log: { info: () => undefined, warn: () => undefined },
  })
  await allowDatabases(server.superuserUrl)
  await makeTemplate(server.ownerUrl)
  project.provide('databaseServerUrl', server.ownerUrl)
  project.provide('databaseSuperuserUrl', server.superuserUrl)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The one thing that tests may and the academy may not. */
async function allowDatabases(superuserUrl: string): Promise<void> {
  await withClient(superuserUrl, (client) => client.query(`alter role ${ownerRole} createdb`))
}

async function makeTemplate(serverUrl: string): Promise<void> {
  await withClient(serverUrl, (client) => client.query(`create database ${templateDatabase}`))
  const pool = new pg.Pool({ connectionString: databaseUrl(serverUrl, templateDatabase) })
  await migrate(pool, { ...academyMigrations, serving: servingRole })
  await pool.end()
}
