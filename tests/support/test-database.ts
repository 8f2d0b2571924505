import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../src/platform/database/database.ts'
import { withClient } from '../../src/platform/database/open-client.ts'
import { asOwner, asServing } from './as-owner.ts'

export const templateDatabase = 'academy_template'

/** All of it but what is the owner's acts as who serves, so that every test shows that the rights suffice. */
export interface TestDatabase extends OpenDatabase {
  url: string
  /** Of who owns the tables, for what no academy does: to make history, or to take a table away. */
  ownerUrl: string
  owner: OpenDatabase
}

/** A migrated, empty database of its own, gone when closed. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const serverUrl = inject('databaseServerUrl')
  await runOnServer(serverUrl, `create database ${name} template ${templateDatabase}`)
  const url = asServing(databaseUrl(serverUrl, name))
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
  const options = { poolSize: 8, onIdleError: () => undefined }
  const ownerUrl = asOwner(url)
  const opened = openDatabase({ ...options, url })
  const owner = openDatabase({ ...options, url: ownerUrl })
  // Hundreds who ask at once wait longer on a busy machine than a server lets anybody wait.
  for (const { pool } of [opened, owner]) pool.options.connectionTimeoutMillis = 60_000
  const close = async () => {
    await Promise.all([opened.close(), owner.close()])
  }
  return { ...opened, url, ownerUrl, owner, close }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

function runOnServer(serverUrl: string, statement: string): Promise<void> {
  return withClient(serverUrl, async (client) => {
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(statement)
        return
      } catch (error) {
        // The server waits five seconds for whoever is still there: on a busy machine not long enough.
        const isStillUsed = error instanceof pg.DatabaseError && error.code === '55006'
        if (!isStillUsed || tries === 10) throw error
      }
    }
  })
}
