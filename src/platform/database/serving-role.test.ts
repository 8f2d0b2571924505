import { afterAll, describe, expect, test } from 'vitest'
import { makeCourse, makeLearner } from '../../../tests/support/factories.ts'
import { openTestDatabase } from '../../../tests/support/test-database.ts'
import { ownerRole, servingRole } from '../embedded/roles.ts'
import { academyMigrations, migrate } from './migrate.ts'
import { ownsTables, readRole, refuseMightyRole } from './serving-role.ts'

const database = await openTestDatabase()
const { pool, owner } = database
const migrations = { ...academyMigrations, serving: servingRole }
afterAll(() => database.close())

/** Of tables to which rows are only added: what may change all the same, and whether rows may go. */
const kept: Record<string, { columns: string[]; rowsGo?: true }> = {
  access_ledger: { columns: ['learner_id'] },
  audit_log: { columns: [] },
  complaint_events: { columns: ['words'] },
  joined_accounts: { columns: ['email', 'learner_id', 'name'] },
  launch_prices: { columns: [] },
  mail_consent_events: { columns: [] },
  // A trigger keeps those of money; the column is always generated.
  order_events: { columns: ['id'], rowsGo: true },
  order_items: { columns: [] },
  order_returns: { columns: ['returned_at'] },
  order_statements: { columns: [] },
  parental_consents: { columns: [] },
  receipts: { columns: ['buyer_email', 'buyer_name'] },
  tax_documents: { columns: ['learner_id'] },
  tax_settings: { columns: [] },
}
/** A trigger says which of their rows stay. */
const keptByTrigger = ['erasures', 'looks']

const denied = { code: '42501' } // insufficient_privilege
const ask = async <Row>(text: string, by = owner.pool) => (await by.query(text)).rows as Row[]
const tables = (
  await ask<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
     order by relname`)
).map(({ name }) => name)

test('each table and view has its rights decided, and no other is named', async () => {
  const decided = await ask<{ name: string }>('select relation as name from serving_rights()')

  expect(decided.map(({ name }) => name).sort()).toEqual(tables.toSorted())
})

test('each table that a trigger keeps is among those tried here', async () => {
  const refusing = await ask<{ name: string }>(`
    select distinct tgrelid::regclass::text as name from pg_trigger
     where tgfoid in (select oid from pg_proc where prosrc ~ 'append-only')`)

  const tried = new Set([...Object.keys(kept), ...keptByTrigger])
  expect(refusing.filter(({ name }) => !tried.has(name))).toEqual([])
})

describe('who serves', () => {
  test('acts as another role than the owner of the tables', async () => {
    expect([await readRole(pool), await readRole(owner.pool)]).toEqual([servingRole, ownerRole])
    expect([await ownsTables(database.db), await ownsTables(owner.db)]).toEqual([false, true])
  })

  test.each(Object.entries(kept))(
    'cannot change what %s holds',
    async (table, { columns, rowsGo }) => {
      const all = await ask<{ name: string }>(
        `select attname as name from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
      )
      const changeable: string[] = []
      for (const { name } of all) {
        const code = await attempt(`update ${table} set ${name} = default where false`)
        if (code !== denied.code) changeable.push(name)
      }
      expect(changeable.sort()).toEqual(columns)
      expect(await attempt(`delete from ${table} where false`)).toBe(rowsGo ? 'done' : denied.code)
    },
  )

  test.each(tables.filter((name) => name !== 'income'))(
    'cannot empty %s, nor change what it is',
    async (table) => {
      const triggers = await ask<{ name: string }>(
        `select tgname as name from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal`,
      )
      for (const statement of [
        `truncate ${table} cascade`,
        // By itself it gives nothing, and only warns.
        `grant all on ${table} to ${servingRole}; truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable trigger user`,
        `alter table ${table} add column note text`,
        `alter table ${table} owner to ${servingRole}`,
        `alter table ${table} enable row level security`,
        `create trigger mine before update on ${table} for each row execute function notify_change()`,
        `create rule mine as on insert to ${table} do instead nothing`,
        `create index on ${table} ((1))`,
        `drop table ${table} cascade`,
        ...triggers.flatMap(({ name }) => [
          `drop trigger ${name} on ${table}`,
          `alter table ${table} disable trigger ${name}`,
        ]),
      ]) {
        const code = await attempt(statement)
        expect({ statement, code }).toEqual({ statement, code: denied.code })
      }
    },
  )

  test.each([
    'set session_replication_role = replica',
    `set role ${ownerRole}`,
    `set session authorization ${ownerRole}`,
    'create table note (line text)',
    'create schema notes',
    `create function note() returns void language sql as 'select'`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    'drop function refuse_change() cascade',
    'alter function anonymise_person(uuid) security invoker',
    'create role another',
    `alter role ${servingRole} createrole`,
    `grant ${ownerRole} to ${servingRole}`,
    'create extension hstore',
    'select * from backup_signing_key',
    'select * from repeatable_migrations',
    `insert into migrations (name) values ('9999-nothing.sql')`,
    `copy users to program 'cat'`,
    `select pg_read_file('postgresql.conf')`,
  ])('cannot do this: %s', async (statement) => {
    expect(await attempt(statement)).toBe(denied.code)
  })

  test('has no other door than these two, which look nothing up where others can put it', async () => {
    const doors = await ask<{ name: string; config: string[] }>(`
      select proname as name, proconfig as config from pg_proc
       where prosecdef and pronamespace = 'public'::regnamespace order by proname`)

    const config = ['search_path=public, pg_temp']
    expect(doors).toEqual([
      { name: 'anonymise_person', config },
      { name: 'forget_kept_buyers', config },
    ])
  })

  test('cannot make an erasure due by telling another time, nor hide one', async () => {
    const { id } = await makeLearner(database.db)
    const insert = (requested: string) =>
      `insert into erasures (id, learner_id, requested_at, due_at, keeps_certificates, next_attempt_at)
       values (gen_random_uuid(), '${id}', ${requested}, now(), false, now())`
    await expect(pool.query(insert(`now() - interval '8 days'`))).rejects.toThrow(
      /erasures_cooling_off/,
    )
    await expect(pool.query(`update erasures set due_at = now()`)).rejects.toMatchObject(denied)
    await owner.pool.query(insert(`now() - interval '8 days'`))
    await owner.pool.query(
      `update erasures set noted_at = now(), anonymised_at = now() where learner_id = '${id}'`,
    )

    await expect(pool.query(`delete from erasures where learner_id = '${id}'`)).rejects.toThrow(
      'erasures is append-only',
    )
  })

  test('cannot take rows of the ledger away with whoever they are of', async () => {
    const { id } = await makeLearner(database.db)
    const course = await makeCourse(database.db)
    await pool.query(
      `insert into access_ledger (learner_id, course_id, change, cause_kind, cause_id, reason)
       values ('${id}', '${course.id}', 'grant', 'gift', gen_random_uuid(), 'A gift')`,
    )

    await expect(pool.query(`delete from users where id = '${id}'`)).rejects.toThrow(
      'access_ledger is append-only',
    )
  })
})

describe('a start', () => {
  test('gives the rights once, and again after anything has run', async () => {
    expect(await migrate(owner.pool, migrations)).toEqual([])
    await owner.pool.query(
      `update repeatable_migrations set checksum = '' where name like '%rights.sql'`,
    )
    await owner.pool.query(`grant truncate on audit_log to ${servingRole}`)

    expect(await migrate(owner.pool, migrations)).toEqual([
      'platform/database/rights.sql',
      `rights of ${servingRole}`,
    ])

    expect(await attempt('truncate audit_log')).toBe(denied.code)
  })

  test('is refused when who serves could give itself what it was not given', async () => {
    await expect(refuseMightyRole(pool, ownerRole)).resolves.toBeUndefined()

    await expect(refuseMightyRole(owner.pool, ownerRole)).rejects.toThrow(
      'is to serve only, beside that of DATABASE_OWNER_URL, but it is a member of the owner, may create in the schema public',
    )
  })
})

/** The code of its failure, undone in any case. */
async function attempt(statement: string): Promise<string> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement)
    return 'done'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    await client.query('rollback')
    client.release()
  }
}
