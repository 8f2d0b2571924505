import type pg from 'pg'
import type { Table } from './format.ts'

/** Statements that bring back what was taken off. */
export type Suspended = string[]

/**
 * Takes off, inside the caller's transaction, what refuses rows in the order in which they are restored:
 * foreign keys and triggers. The owner of the tables may do this; no superuser is needed.
 */
export async function suspendConstraints(
  client: pg.ClientBase,
  tables: Table[],
): Promise<Suspended> {
  const names = tables.map(({ name }) => name)
  const { rows } = await client.query<{ suspend: string; bring_back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname,
         pg_get_constraintdef(oid)) as bring_back, oid
     from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid = any ($1::text[]::regclass[])
     union all
     select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
       format('alter table %s enable %s trigger %I', tgrelid::regclass,
         case tgenabled when 'A' then 'always' when 'R' then 'replica' end, tgname), oid
     from pg_trigger
     where not tgisinternal and tgenabled <> 'D' and tgrelid = any ($1::text[]::regclass[])
     order by oid`,
    [names],
  )
  await runAll(
    client,
    rows.map((row) => row.suspend),
  )
  return rows.map((row) => row.bring_back)
}

/** Every foreign key is checked against all rows while it is added. */
export async function restoreConstraints(
  client: pg.ClientBase,
  suspended: Suspended,
): Promise<void> {
  await runAll(client, suspended)
}

async function runAll(client: pg.ClientBase, statements: string[]): Promise<void> {
  if (statements.length > 0) await client.query(statements.join(';\n'))
}
