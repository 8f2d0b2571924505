import pg from 'pg'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { createNamedLocks } from './named-locks.ts'

test('a connection that is lost before it can hold a lock is given back', async () => {
  const database = await openTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  pool.on('error', () => undefined)
  pool.once('connect', (client) => {
    client.on('error', () => undefined)
    client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
  })
  const locks = createNamedLocks(pool)
  const hold = () => locks.hold('lock', { onWanted: () => undefined, timeoutInMs: 60_000 })

  await expect(hold()).rejects.toThrow(/terminat/)

  const release = await hold() // by the only place that the pool has
  await release()
  await pool.end()
  await database.close()
})
