import type pg from 'pg'
import { withClient } from '../database/open-client.ts'
import { type Place, socketUrl } from './place.ts'

/** Makes the cluster's roles and databases, and does nothing else. */
export const superuser = 'academy'
/** Owns the application's database and all in it, and may do nothing beyond: it migrates, and restores. */
export const ownerRole = 'academy_app'
/** Serves, with the rights that the owner gives it (docs/decisions/0116). */
export const servingRole = 'academy_serving'
export const applicationDatabase = 'academy'

/**
 * Makes the application's roles and database if they are missing. What an earlier version made as the
 * superuser is given to the owner; the database itself comes last, so that a gift cut short is repeated.
 */
export async function prepareDatabase(client: pg.Client, place: Place): Promise<void> {
  for (const role of [ownerRole, servingRole]) {
    await unless(
      client,
      `select from pg_roles where rolname = '${role}'`,
      `create role ${role} login`,
    )
  }
  await unless(
    client,
    `select from pg_database where datname = '${applicationDatabase}'`,
    `create database ${applicationDatabase} owner ${ownerRole}`,
  )
  await unless(
    client,
    `select where not has_database_privilege('${servingRole}', '${applicationDatabase}', 'temporary')`,
    `revoke temporary on database ${applicationDatabase} from public`,
  )
  const { rowCount } = await client.query(
    `select from pg_database where datname = '${applicationDatabase}' and datdba = '${superuser}'::regrole`,
  )
  if (rowCount === 0) return
  await giveAllToOwner(place)
  await client.query(`alter database ${applicationDatabase} owner to ${ownerRole}`)
}

/** Makes the application's database anew, empty, whatever was in it. */
export function recreateDatabase(superuserUrl: string): Promise<void> {
  return withClient(superuserUrl, async (client) => {
    await client.query(`drop database if exists ${applicationDatabase} with (force)`)
    await client.query(`create database ${applicationDatabase} owner ${ownerRole}`)
    await client.query(`revoke temporary on database ${applicationDatabase} from public`)
  })
}

async function unless(client: pg.Client, look: string, change: string): Promise<void> {
  const { rowCount } = await client.query(look)
  if (rowCount === 0) await client.query(change)
}

function giveAllToOwner(place: Place): Promise<void> {
  return withClient(socketUrl(place, superuser, applicationDatabase), async (client) => {
    const { rows } = await client.query<{ statement: string }>(ownedBySuperuser)
    const statements = rows.map(({ statement }) => `${statement} owner to ${ownerRole}`)
    await client.query(['begin', ...statements, 'commit'].join(';\n'))
  })
}

/** `reassign owned` refuses to touch the first superuser: some of what it owns is the system's. */
const ownedBySuperuser = `
  with theirs as (
    select 'pg_class'::regclass as catalog, oid, relnamespace as schema, relowner as owner,
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
        when 'f' then 'foreign table' else 'table' end as kind,
      oid::regclass::text as name
    from pg_class where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select 'pg_proc'::regclass, oid, pronamespace, proowner, 'routine', oid::regprocedure::text
    from pg_proc
    union all
    select 'pg_type'::regclass, oid, typnamespace, typowner, 'type', oid::regtype::text
    from pg_type
    where typtype in ('e', 'd', 'r')
      or typtype = 'c' and exists (select from pg_class c where c.oid = typrelid and relkind = 'c')
  )
  select format('alter %s %s', kind, name) as statement
  from theirs
  where owner = '${superuser}'::regrole
    and schema not in (select oid from pg_namespace where nspname ~ '^pg_' or nspname = 'information_schema')
    -- A sequence follows its column, and what came with an extension stays the extension's.
    and not exists (
      select from pg_depend d
      where d.classid = catalog and d.objid = theirs.oid and d.deptype in ('a', 'i', 'e')
        and (d.deptype = 'e' or kind = 'sequence'))
  union all
  select format('alter schema %I', nspname)
  from pg_namespace
  where nspowner = '${superuser}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'`
