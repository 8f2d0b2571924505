import type pg from 'pg'
import { repeatableMigrationsTable } from '../database/repeatable-migrations.ts'
import type { Sequence, Table } from './format.ts'
import { signingKeyTable } from './signing-key.ts'

/** The tables that are backed up with the columns that are stored, names quoted where they must be, by name. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I', c.relname) as name,
      array(select format('%I', a.attname) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            order by a.attnum) as columns
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
      and not exists (select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`,
    [[signingKeyTable, repeatableMigrationsTable]],
  )
  return rows
}

/** Where each sequence stands. Not part of a snapshot: as far as any row of it has counted, or further. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I', relname) as name from pg_class
    where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`)
  if (rows.length === 0) return []
  const each = rows.map(
    ({ name }) =>
      `select '${name.replaceAll("'", "''")}' as name, last_value::text, is_called from ${name}`,
  )
  return (await client.query<Sequence>(`${each.join(' union all ')} order by name`)).rows
}
