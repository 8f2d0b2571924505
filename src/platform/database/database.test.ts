import type { Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openLine } from '../../../tests/support/open-line.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { openDatabase } from './database.ts'

test('a connection lost in the middle of a transaction fails that transaction and nothing else', async () => {
  const database = await openTestDatabase()
  const { db } = database

  const lost = db.transaction(async (inside) => {
    const { rows } = await inside.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await db.execute(sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`)
    await inside.execute(sql`select 1`)
  })

  await expect(lost).rejects.toThrow(/terminat|Failed query/)
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('connections lost before their transactions begin leave their places to others', async () => {
  const database = await openTestDatabase()
  const { db, pool } = database
  const lose = (client: pg.PoolClient): void => {
    const { connection } = client as unknown as { connection: { stream: Socket } } // no type says so
    connection.stream.destroy()
  }

  pool.on('acquire', lose)
  for (let time = 0; time < 9; time += 1) {
    await expect(db.transaction((inside) => inside.execute(sql`select 1`))).rejects.toThrow(
      /Failed query/,
    )
  }
  pool.off('acquire', lose)

  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  await database.close()
})

test('a database that is lost without a word fails what waits, and no connection to it is used again', async () => {
  const database = await openTestDatabase()
  const line = await openLine(database.url)
  const opened = openDatabase({
    url: line.url,
    poolSize: 1,
    onIdleError: () => undefined,
    queryTimeoutInMs: 3_000, // what is answered at all is answered by then, also on a busy machine
  })
  const ask = () => opened.db.transaction((inside) => inside.execute(sql`select 1 as one`))
  await ask()
  line.cut()
  await expect(ask()).rejects.toThrow(/Failed query/)
  line.forget()
  line.restore()

  expect((await ask()).rows).toEqual([{ one: 1 }])
  await opened.close()
  line.close()
  line.server.close()
  await database.close()
})
