import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Database } from './database.ts'
import { repeatableMigrationsTable } from './repeatable-migrations.ts'

/** Says what the serving role may do, table by table. */
const rightsFile = 'platform/database/rights.sql'
const noteFor = (role: string) => `rights of ${role}`

/** Whether this role has other rights than the file says, or none yet. */
export async function needsRights(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${repeatableMigrationsTable} file join ${repeatableMigrationsTable} note using (checksum)
      where file.name = $1 and note.name = $2`,
    [rightsFile, noteFor(role)],
  )
  return rowCount === 0
}

/** Inside the caller's transaction, by the role that owns the tables. */
export async function grantRights(client: pg.ClientBase, role: string): Promise<void> {
  await client.query('select grant_serving_rights($1)', [role])
  await client.query(
    `insert into ${repeatableMigrationsTable} (name, checksum)
     select $2, checksum from ${repeatableMigrationsTable} where name = $1
     on conflict (name) do update set checksum = excluded.checksum, ran_at = now()`,
    [rightsFile, noteFor(role)],
  )
}

/** By which role its connections act. */
export async function readRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ role: string }>('select current_user::text as role')
  return rows[0]?.role ?? ''
}

/** Refuses a serving role that could give itself what it was not given. */
export async function refuseMightyRole(pool: pg.Pool, owner: string): Promise<void> {
  const { rows } = await pool.query<Record<string, boolean>>(
    `select rolsuper as "is a superuser",
            rolcreaterole as "may make roles",
            pg_has_role(oid, $1, 'member') as "is a member of the owner",
            has_schema_privilege('public', 'create') as "may create in the schema public",
            to_regclass('public.users') is null as "finds another database, without the tables"
       from pg_roles where rolname = current_user`,
    [owner],
  )
  const faults = Object.entries(rows[0] ?? {}).flatMap(([fault, isSo]) => (isSo ? [fault] : []))
  if (faults.length === 0) return
  throw new StartError(
    `The role of DATABASE_URL is to serve only, beside that of DATABASE_OWNER_URL, but it ${faults.join(', ')}: ` +
      `see “Two roles” in docs/operations.md.`,
  )
}

/** Whether one role owns the tables and serves. */
export async function ownsTables(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ owns: boolean }>(
    sql`select pg_has_role(relowner, 'member') as owns from pg_class where oid = 'migrations'::regclass`,
  )
  return rows[0]?.owns === true
}
