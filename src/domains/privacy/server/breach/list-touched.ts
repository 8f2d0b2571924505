import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { toIndiaOffset } from '../../../../shared/india-time.ts'
import { columnsOf } from '../register/columns-of.ts'
import { type PersonalTable, personalTables } from '../register/personal-tables.ts'
import type { RecordName } from '../register/records.ts'

/** What was open to somebody: one table or all, within a time or ever. */
export interface Breach {
  table?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export interface Touched {
  people: { name: string; email: string }[]
  /** What of theirs, as the register calls it. */
  records: RecordName[]
}

/** Tables that name people who need no account: by which name, at their own address `email`. */
const besideAccounts: Record<string, string> = {
  complaints: 'name',
  nominees: 'name',
  pending_sign_ups: `''`,
  sign_up_attempts: `''`,
  staff_invitations: `''`,
}

/** Everybody whose rows were open; those who were forgotten are nobody. A child's mail goes to the parent. */
export async function listTouched(db: Database, breach: Breach): Promise<Touched> {
  const tables = Object.entries(personalTables).filter(
    ([name]) => breach.table === undefined || breach.table === name,
  )
  const conditions = tables.flatMap(([name, table]) => wordTouched(name, table, breach) ?? [])
  if (conditions.length === 0) return { people: [], records: [] }
  const others = tables.flatMap(([name, { at }]) => {
    const within = name in besideAccounts ? wordTimes(name, at, breach) : null
    if (within === null) return []
    return sql`union all select ${sql.raw(besideAccounts[name] ?? '')}, email from ${sql.raw(name)} where ${within}`
  })
  const { rows } = await db.execute<{ name: string; email: string }>(sql`
    select distinct on (lower(email)) name, email from (
      select u.name, coalesce(parents.email, u.email) as email
        from users u left join users parents on parents.id = u.parent_id
       where u.erased_at is null and (${sql.join(conditions, sql` or `)})
      ${sql.join(others, sql` `)}) touched
     where email <> '' order by lower(email), name desc`)
  return { people: rows, records: [...new Set(tables.map(([, { record }]) => record))] }
}

function wordTouched(name: string, { whose, at }: PersonalTable, breach: Breach): SQL | null {
  const within = wordTimes(name, at, breach)
  if (within === null) return null
  // The register's words for one person, said of each account in turn.
  const theirs = whose
    .replaceAll(/(?<!:):ids\b/g, '(ids_of_person(u.id))')
    .replaceAll(/(?<!:):(emails|inboxes)\b/g, 'array[u.email]')
  return sql`exists (select from ${sql.raw(name)} where (${sql.raw(theirs)}) and ${within})`
}

/** Null: the table does not say when. Asked for by its name it was open as a whole then. */
function wordTimes(name: string, at: string, { table, since, until }: Breach): SQL | null {
  const times = since || until ? columnsOf(at) : []
  if (times.length === 0) return (since || until) && table === undefined ? null : sql`true`
  const within = times.map((column) => {
    const time = sql.raw(`${name}.${column}`)
    return sql`(${time} is not null
      ${since ? sql` and ${time} >= ${toIndiaOffset(since)}` : sql``}
      ${until ? sql` and ${time} <= ${toIndiaOffset(until)}` : sql``})`
  })
  return sql`(${sql.join(within, sql` or `)})`
}
