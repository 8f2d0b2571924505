import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, expect, test } from 'vitest'
import { listTableDefinitions } from './support/list-table-definitions.ts'
import { openTestDatabase } from './support/test-database.ts'

/** Tables of the database that no code of ours builds statements on. */
const withoutDefinition = {
  migrations: 'made and read before any table is known to be there',
  backup_signing_key: 'read by a backup, of whichever version the academy is',
}

interface Column {
  type: string
  isNotNull: boolean
  hasDefault: boolean
}

const database = await openTestDatabase()
afterAll(() => database.close())

test('the tables as the code knows them are those of the migrated database', async () => {
  const inDatabase = await readTables()
  for (const table of Object.keys(withoutDefinition)) delete inDatabase[table]

  expect(await readDefinitions()).toEqual(inDatabase)
})

test('no definition of a table stands twice', async () => {
  const names = (await listTableDefinitions()).map(({ name }) => name)

  expect(names).toEqual([...new Set(names)])
})

async function readDefinitions(): Promise<Record<string, Record<string, Column>>> {
  const tables = await listTableDefinitions()
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map((column) => [column.name, describeColumn(column)])),
    ]),
  )
}

function describeColumn(column: PgColumn): Column {
  return {
    type: column.getSQLType().replace('varchar', 'character varying'),
    isNotNull: column.notNull,
    hasDefault:
      column.hasDefault || column.generatedIdentity !== undefined || column.generated !== undefined,
  }
}

async function readTables(): Promise<Record<string, Record<string, Column>>> {
  const { rows } = await database.pool.query<{ table: string; columns: Record<string, Column> }>(`
    select pg_class.relname as "table", json_object_agg(attname, json_build_object(
             'type', format_type(atttypid, atttypmod),
             'isNotNull', attnotnull,
             'hasDefault', atthasdef or attidentity <> '')) as columns
      from pg_attribute
      join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped
     group by relname`)
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
}
