import type pg from 'pg'

interface Definition {
  kind: 'function' | 'trigger' | 'view'
  name: string
  is: string
}

/** The functions, triggers and views of a database, without those of extensions. */
export async function readCatalogue(pool: pg.Pool): Promise<Definition[]> {
  const { rows } = await pool.query<Definition>(`
    select 'function' as kind, proname as name, pg_get_functiondef(oid) as is
      from pg_proc
     where pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend
                        where classid = 'pg_proc'::regclass and objid = oid and deptype = 'e')
     union all
    select 'trigger', tgname, pg_get_triggerdef(oid) || tgenabled::text
      from pg_trigger where not tgisinternal
     union all
    select 'view', viewname, definition from pg_views where schemaname = 'public'
     order by kind, name`)
  return rows
}
