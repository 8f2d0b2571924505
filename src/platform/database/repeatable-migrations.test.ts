import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readCatalogue } from '../../../tests/support/read-catalogue.ts'
import {
  databaseUrl,
  dropDatabase,
  openDatabaseAgain,
  openTestDatabase,
} from '../../../tests/support/test-database.ts'
import { academyMigrations, type Migrations, migrate } from './migrate.ts'

const database = await openTestDatabase()
const fresh = await openTestDatabase()
const { pool } = database.owner
const root = await mkdtemp(join(tmpdir(), 'academy-repeatable-'))
let here = ''
let migrations: Migrations
beforeEach(async () => {
  await pool.query(`delete from migrations where name like '9%'`)
  here = await mkdtemp(join(root, 'version-'))
  await cp(academyMigrations.folder, join(here, 'numbered'), { recursive: true })
  await mkdir(join(here, 'src', 'lessons'), { recursive: true })
  migrations = {
    folder: pathToFileURL(`${here}/numbered/`),
    repeatable: pathToFileURL(`${here}/src/`),
  }
})
afterAll(async () => {
  await database.close()
  await fresh.close()
  await rm(root, { recursive: true, force: true })
})

/** What `present()` answers, written below the folder of the version under test. */
async function define(answer: number, path = 'lessons/triggers.sql'): Promise<void> {
  const body = `create or replace function present() returns integer language sql as 'select ${answer}'`
  await writeFile(join(here, 'src', path), body)
}
const ask = async () => (await pool.query('select present()')).rows[0]

describe('a definition in a file', () => {
  test('holds from the start that finds it changed, and other starts touch nothing', async () => {
    await define(1)
    expect(await migrate(pool, migrations)).toEqual(['lessons/triggers.sql'])
    expect(await ask()).toEqual({ present: 1 })

    await pool.query(
      `create or replace function present() returns integer language sql as 'select 7'`,
    )
    expect(await migrate(pool, migrations)).toEqual([])
    expect(await ask()).toEqual({ present: 7 })

    await define(2)
    expect(await migrate(pool, migrations)).toEqual(['lessons/triggers.sql'])
    expect(await ask()).toEqual({ present: 2 })
  })

  test('runs after the numbered migrations, functions before triggers before views', async () => {
    await writeFile(join(here, 'numbered', '9001-scores.sql'), 'create table scores (id integer)')
    await define(3, 'functions.sql')
    await writeFile(
      join(here, 'src', 'lessons', 'views.sql'),
      'create or replace view best as select id from scores',
    )
    await define(4)

    const ran = await migrate(pool, migrations)

    expect(ran).toEqual([
      '9001-scores.sql',
      'functions.sql',
      'lessons/triggers.sql',
      'lessons/views.sql',
    ])
  })

  test('of a version older than the database stays out of it', async () => {
    await define(5)
    await writeFile(join(here, 'numbered', '9002-newer.sql'), 'select')
    await migrate(pool, migrations)

    await define(4)
    await rm(join(here, 'numbered', '9002-newer.sql'))
    await migrate(pool, migrations)

    expect(await ask()).toEqual({ present: 5 })
  })

  test('is told once, however many processes start at once', async () => {
    await define(6)

    const starts = await Promise.all([1, 2, 3].map(() => migrate(pool, migrations)))

    expect(starts.flat()).toEqual(['lessons/triggers.sql'])
  })
})

test('an academy of the version with six functions that count ends up as a new one', async () => {
  for (const name of await readdir(join(here, 'numbered'))) {
    if (name > '0079') await rm(join(here, 'numbered', name))
  }
  await pool.query('create database with_six_functions')
  const opened = openDatabaseAgain(databaseUrl(inject('databaseServerUrl'), 'with_six_functions'))
  const academy = opened.pool
  const signUp = (email: string) =>
    academy.query(
      `insert into users (id, email, name) values (gen_random_uuid(), '${email}', 'Meera')`,
    )
  try {
    await migrate(academy, { folder: pathToFileURL(`${here}/numbered/`) })
    await signUp('before@example.test')

    await migrate(academy, academyMigrations)
    await signUp('after@example.test')
    await academy.query(`delete from users where email like 'before@%'`)

    expect(await readCatalogue(academy)).toEqual(await readCatalogue(fresh.pool))
    const { rows } = await academy.query('select amount::integer from insight_changes order by id')
    expect(rows.map(({ amount }) => amount)).toEqual([1, 1, -1])
  } finally {
    await opened.close()
    await dropDatabase('with_six_functions')
  }
})
