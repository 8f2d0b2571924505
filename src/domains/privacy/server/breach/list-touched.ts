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

/** Everybody whose rows were open, by their accounts; those who were forgotten are nobody. */
export async function listTouched(db: Database, breach: Breach): Promise<Touched> {
  const tables = Object.entries(personalTables).filter(
    ([name]) => breach.table === undefined || breach.table === name,
  )
  const conditions = tables.flatMap(([name, table]) => wordTouched(name, table, breach) ?? [])
  if (conditions.length === 0) return { people: [], records: [] }
  const { rows } = await db.execute<{ name: string; email: string }>(sql`
    select u.name, u.email from users u
     where u.erased_at is null and (${sql.join(conditions, sql` or `)})
     order by u.email`)
  return { people: rows, records: [...new Set(tables.map(([, { record }]) => record))] }
}

/** Null: the table does not say when. Asked for by its name it was open as a whole then. */
function wordTouched(
  name: string,
  { whose, at }: PersonalTable,
  { table, since, until }: Breach,
): SQL | null {
  const times = since || until ? columnsOf(at) : []
  if ((since || until) && times.length === 0 && table === undefined) return null
  // The register's words for one person, said of each account in turn.
  const theirs = whose
    .replaceAll(/(?<!:):ids\b/g, '(ids_of_person(u.id))')
    .replaceAll(/(?<!:):(emails|inboxes)\b/g, 'array[u.email]')
  const within = times.map((column) => {
    const time = sql.raw(`${name}.${column}`)
    return sql`(${time} is not null
      ${since ? sql` and ${time} >= ${toIndiaOffset(since)}` : sql``}
      ${until ? sql` and ${time} <= ${toIndiaOffset(until)}` : sql``})`
  })
  return sql`exists (select from ${sql.raw(name)} where (${sql.raw(theirs)})
    ${within.length > 0 ? sql` and (${sql.join(within, sql` or `)})` : sql``})`
}
