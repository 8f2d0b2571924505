import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { migrate } from './migrate.ts'

const database = await openTestDatabase()
const { pool } = database.owner
const folder = await mkdtemp(join(tmpdir(), 'academy-migrations-'))
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('a migration that meets a backup keeps nobody waiting, and runs once the backup is done', async () => {
  await pool.query('create table lessons (id integer); create table remarks (id integer)')
  await writeFile(
    join(folder, '9001-lengths.sql'),
    'alter table remarks add column at integer; alter table lessons add column length integer',
  )
  const backup = await pool.connect()
  await backup.query('begin; lock table lessons in access share mode')

  let reads = 0
  const waited: string[] = []
  const migrating = migrate(pool, { folder: pathToFileURL(`${folder}/`) }, (name) =>
    waited.push(name),
  )
  while (waited.length < 2) {
    await pool.query('select from lessons, remarks')
    reads += 1
  }
  const columns = `select from pg_attribute where attrelid = 'remarks'::regclass and attname = 'at'`
  expect((await pool.query(columns)).rowCount).toBe(0)
  await backup.query('commit')
  backup.release()

  expect(await migrating).toEqual(['9001-lengths.sql'])
  expect(new Set(waited)).toEqual(new Set(['9001-lengths.sql']))
  expect(reads).toBeGreaterThan(2)
  expect((await pool.query(columns)).rowCount).toBe(1)
})

test('an index on a large table is built while others write, also once more after a kill', async () => {
  await pool.query('create table sights (id integer); insert into sights values (1), (1)')
  const sql =
    '-- For the list of sights.\ncreate unique index concurrently sights_id on sights (id);\n'
  await writeFile(join(folder, '9002-sights.sql'), sql)
  const run = () => migrate(pool, { folder: pathToFileURL(`${folder}/`) })

  await expect(run()).rejects.toThrow('could not create unique index') // and leaves an invalid one
  await pool.query('delete from sights where ctid = (select min(ctid) from sights)')

  expect(await run()).toEqual(['9002-sights.sql'])
  const { rows } = await pool.query(
    "select indisvalid from pg_index where indexrelid = 'sights_id'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
  expect(await run()).toEqual([])
})

test('an index on a large table is built while another process waits for its turn', async () => {
  await pool.query('create table echoes (id integer); insert into echoes values (1)')
  const sql = 'create index concurrently echoes_id on echoes (id);\n'
  await writeFile(join(folder, '9003-echoes.sql'), sql)
  const writer = await pool.connect()
  await writer.query('begin; insert into echoes values (2)')
  const run = () => migrate(pool, { folder: pathToFileURL(`${folder}/`) })

  const first = run()
  const building = `select from pg_stat_activity where datname = current_database()
    and state = 'active' and query like 'create index concurrently echoes%'`
  await vi.waitFor(async () => expect((await pool.query(building)).rowCount).toBe(1))
  const second = run()
  // Its connection has asked by now, and waits.
  const asking = `select from pg_stat_activity where datname = current_database()
    and query like 'select pg_%advisory_lock%' and pid <> pg_backend_pid()`
  await vi.waitFor(async () => expect((await pool.query(asking)).rowCount).toBe(1))
  await writer.query('commit')
  writer.release()

  expect([await first, await second]).toEqual([['9003-echoes.sql'], []])
})
