import { readFileSync } from 'node:fs'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { afterAll, expect, test } from 'vitest'
import { academyMigrations } from '../src/platform/database/migrate.ts'
import { listRepeatableMigrations } from '../src/platform/database/repeatable-migrations.ts'
import { listTableDefinitions, type TableDefinition } from './support/list-table-definitions.ts'
import { readCatalogue } from './support/read-catalogue.ts'
import { placeOf } from './support/read-imports.ts'
import { openTestDatabase } from './support/test-database.ts'

/** Tables of the database that no code of ours builds statements on. */
const withoutDefinition = {
  migrations: 'made and read before any table is known to be there',
  repeatable_migrations: 'made and read by the start',
  backup_signing_key: 'read by a backup, of whichever version the academy is',
}

interface Column {
  type: string
  isNotNull: boolean
  hasDefault: boolean
}

const database = await openTestDatabase()
const definitions = await listRepeatableMigrations(academyMigrations.repeatable)
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

test('each function, trigger and view of the database stands in one file beside its domain', async () => {
  const inFiles = definitions.flatMap(({ text }) =>
    Array.from(
      text.matchAll(/^create(?: or replace| constraint)+ (function|trigger|view) (\w+)/gm),
      ([, kind = '', name = '']) => `${kind} ${name}`,
    ),
  )

  const inDatabase = await readCatalogue(database.pool)

  expect(inFiles.sort()).toEqual(inDatabase.map(({ kind, name }) => `${kind} ${name}`).sort())
})

test('what the files define is the same however often they run', async () => {
  const before = await readCatalogue(database.pool)

  for (const { text } of definitions) await database.owner.pool.query(text)

  expect(await readCatalogue(database.pool)).toEqual(before)
})

test('the definition of a table names its triggers, and the domains whose files have them', async () => {
  const triggers = definitions.flatMap(({ name: path, text }) =>
    Array.from(
      text.matchAll(/^create(?: or replace| constraint)+ trigger (\w+) [^;]*? on (\w+)/gm),
      ([, name = '', table = '']) => `${table}: ${name} (${placeOf(path).folder})`,
    ),
  )
  const paths = new Set((await listTableDefinitions()).map(({ path }) => path))

  expect([...paths].flatMap(readNamedTriggers).sort()).toEqual(triggers.sort())
})

test('the document of what is kept names each table whose changes clear it, and each that is emptied', async () => {
  const [, clears = ''] = readFileSync('docs/caches.md', 'utf8').split('## Who clears')
  const rows = Array.from(
    clears.matchAll(/^\| (`.*?) \| [^|]+ \| .*$/gm),
    ([, tables = '']) => tables,
  )
  const [, exempt = ''] = /^\| each of them but (.*?) \| truncate \|/m.exec(clears) ?? []
  const named = rows.flatMap(readCode)

  const { rows: telling } = await database.pool.query<{ table: string; isEmptyingTold: boolean }>(`
    select tgrelid::regclass::text as "table", bool_or(tgtype & 32 > 0) as "isEmptyingTold"
      from pg_trigger where tgfoid = 'notify_change'::regproc group by 1 order by 1`)

  expect(named.sort()).toEqual(telling.map(({ table }) => table))
  expect(readCode(exempt).sort()).toEqual(
    telling.filter(({ isEmptyingTold }) => !isEmptyingTold).map(({ table }) => table),
  )
})

test('the diagram of the tables has each, and each reference between them', async () => {
  const document = readFileSync('docs/diagrams.md', 'utf8')
  const drawn = drawTables(await listTableDefinitions(), await readReferences())

  // Drawn anew by `vitest run tests/schema.test.ts -u`.
  await expect(
    document.replace(/(?<=## Data\n[^]*?```mermaid\n)[^]*?(?=```)/, () => drawn),
  ).toMatchFileSnapshot('../docs/diagrams.md')
})

function readCode(text: string): string[] {
  return Array.from(text.matchAll(/`(\w+)`/g), ([, name = '']) => name)
}

interface Reference {
  from: string
  to: string
}

/** So many tables refer to these that it is written beside their names: arrows would hide the others. */
const hubs = ['users', 'courses']

/** A box for each table that an arrow begins or ends at, and one for the others of its domain. */
function drawTables(tables: TableDefinition[], references: Reference[]): string {
  const arrows = references.filter(({ to }) => !hubs.includes(to))
  const joined = new Set(arrows.flatMap(({ from, to }) => [from, to]))
  const nameTable = ({ name }: TableDefinition) => {
    const named = hubs.filter((hub) =>
      references.some(({ from, to }) => from === name && to === hub),
    )
    return named.length > 0 ? `${name} → ${named.join(', ')}` : name
  }
  const drawDomain = ([domain, own]: [string, TableDefinition[]]) => {
    const boxes = own.filter(({ name }) => joined.has(name))
    const others = own.filter(({ name }) => !joined.has(name)).map(nameTable)
    return [
      `  subgraph in_${domain} [${domain}]`,
      ...boxes.map((table) => `    ${table.name}["${nameTable(table)}"]`).sort(),
      ...(others.length > 0 ? [`    others_of_${domain}["${others.sort().join('<br/>')}"]`] : []),
      '  end',
    ]
  }
  return [
    'flowchart LR',
    ...[...Map.groupBy(tables, ({ path }) => placeOf(path).folder)]
      .sort(([one], [other]) => one.localeCompare(other))
      .flatMap(drawDomain),
    ...arrows.map(({ from, to }) => `  ${from} --> ${to}`).sort(),
    '',
  ].join('\n')
}

async function readReferences(): Promise<Reference[]> {
  const { rows } = await database.pool.query<Reference>(`
    select distinct holder.relname as "from", named.relname as "to"
      from pg_constraint
      join pg_class holder on holder.oid = conrelid
      join pg_class named on named.oid = confrelid
     where contype = 'f' and conparentid = 0
       and holder.relnamespace = 'public'::regnamespace`)
  return rows
}

/** From lines such as `Triggers: a, b (its domain); c (another domain).` above a table. */
function readNamedTriggers(path: string): string[] {
  const source = readFileSync(new URL(path, academyMigrations.repeatable), 'utf8')
  const tables = source.matchAll(
    /\/\*\*(?<doc>(?:(?!\*\/)[^])*)\*\/\nexport const \w+ = pgTable\(\s*'(?<table>\w+)'/g,
  )
  return Array.from(tables).flatMap(({ groups: { doc = '', table = '' } = {} }) => {
    const [, list = ''] = doc.replaceAll(/\s+\*?\s*/g, ' ').split('Triggers: ')
    return Array.from(list.matchAll(/([\w, ]+) \((\w+)\)/g)).flatMap(
      ([, names = '', domain = '']) =>
        names.split(',').map((name) => `${table}: ${name.trim()} (${domain})`),
    )
  })
}

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
