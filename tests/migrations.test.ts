import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { largeTables, lintMigration, type Rule, rules } from './support/lint-migration.ts'
import { listTableDefinitions } from './support/list-table-definitions.ts'

/** Ran before anything was updated beside traffic. */
const history = '0099'

test('every migration can be lived with by the version before, and locks no large table', () => {
  const judged = readdirSync('migrations').filter((name) => name.slice(0, 4) > history)
  const refused = judged.flatMap((name) => {
    const { findings, faultyExceptions } = lintMigration(readFileSync(`migrations/${name}`, 'utf8'))
    return [
      ...findings.map(({ rule, statement }) => `${name}: ${statement}: ${rules[rule]} (${rule})`),
      ...faultyExceptions.map(
        (rule) => `${name}: "allows ${rule}" allows nothing, or lacks its why`,
      ),
    ]
  })

  expect(refused).toEqual([])
})

const refusals: [Rule, string][] = [
  ['drops-table', 'drop table if exists looks'],
  ['drops-column', 'alter table looks drop column content'],
  ['drops-column', 'alter table looks add column more text, drop content'],
  ['renames', 'alter table looks rename column content to words'],
  ['renames', 'ALTER TABLE looks RENAME TO appearances'],
  ['changes-type', 'alter table looks alter column number type text'],
  ['changes-type', 'alter table looks alter number set data type text'],
  ['requires-value', 'alter table looks add column more text not null'],
  ['requires-value', 'alter table looks alter content set not null'],
  ['drops-default', 'alter table looks alter column published_at drop default'],
  ['narrows-unchecked', 'alter table looks add constraint c check (number > 0)'],
  ['narrows-unchecked', 'alter table looks add foreign key (changed_by) references users'],
  ['unique-on-existing', 'create unique index looks_by on looks (changed_by)'],
  ['unique-on-existing', 'alter table looks add constraint u unique (changed_by)'],
  ['indexes-large-table', 'create index users_name on users (name)'],
  ['indexes-large-table', 'create index users_name on users using gin (name)'],
  ['rewrites-large-table', 'alter table users add column n bigint generated always as identity'],
  ['rewrites-large-table', 'alter table users add column at timestamptz default clock_timestamp()'],
  ['writes-large-table', "update users set name = ''"],
  ['writes-large-table', 'delete from mails where true'],
  ['writes-large-table', 'alter table users validate constraint users_children'],
  ['locks-table', 'lock table users'],
  ['locks-table', 'reindex table looks'],
]

test.each(refusals)('%s is refused: %s', (rule, statement) => {
  const hidden = `-- add column b int\ncreate table a (id int);\n${statement};`
  expect(lintMigration(hidden).findings.map((finding) => finding.rule)).toContain(rule)

  const allowed = lintMigration(
    `-- allows ${rule}: nothing asked for it since 0.3.0\n${statement};`,
  )
  expect(allowed.findings.map((finding) => finding.rule)).not.toContain(rule)
  expect(allowed.faultyExceptions).toEqual([])
})

test.each([
  "create table notes (id uuid primary key, words text not null, check (words <> '')); create unique index n on notes (words); alter table notes add check (id is not null)",
  'alter table users add column nickname text check (length(nickname) < 99), add column likes int not null default 0',
  'alter table looks add constraint c check (number > 0) not valid',
  'create index concurrently users_name on users (name)',
  "insert into secrets (name, value) values ('drop table users; lock table users', '')",
  'create function f() returns int language sql as $$ update users set name = null; select 1 $$',
  'alter table looks alter column content drop not null, drop constraint c',
])('what the version before can live with passes: %s', (sql) => {
  expect(lintMigration(sql)).toEqual({ findings: [], faultyExceptions: [] })
})

test('an exception without a reason, or for what is not done, is refused itself', () => {
  expect(lintMigration('-- allows renames\nalter table a rename to b').faultyExceptions).toEqual([
    'renames',
  ])
  expect(
    lintMigration('-- allows renames: nobody asks for it any more\nselect 1').faultyExceptions,
  ).toEqual(['renames'])
})

test('tables that are held for large are there', async () => {
  const names = new Set((await listTableDefinitions()).map(({ name }) => name))

  expect([...largeTables].filter((name) => !names.has(name))).toEqual([])
})
