import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/database/database.ts'

export const templateDatabase = 'academy_template'

export interface TestDatabase extends OpenDatabase {
  url: string
}

/** A migrated, empty database of its own, gone when closed. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const serverUrl = inject('databaseServerUrl')
  await runOnServer(serverUrl, `create database ${name} template ${templateDatabase}`)
  const url = databaseUrl(serverUrl, name)
  const opened = openDatabaseAgain(url)
  return {
    ...opened,
    close: async () => {
      await opened.close()
      await dropDatabase(name)
    },
  }
}

/** Ends whatever is still connected, also a vacuum of the server's own. */
export function dropDatabase(name: string): Promise<void> {
  return runOnServer(inject('databaseSuperuserUrl'), `drop database ${name} with (force)`)
}

/** The same database by connections of its own; it stays when they are closed. */
export function openDatabaseAgain(url: string): TestDatabase {
  return { ...openDatabase({ url, poolSize: 8, onIdleError: () => undefined }), url }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
