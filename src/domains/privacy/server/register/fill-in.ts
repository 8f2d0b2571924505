import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { canonicalEmail } from '../../../accounts/server/canonical-email.ts'

/** What the statements of the register know of a person; their words are those of `personal-tables.ts`. */
export interface Person {
  ids: string[]
  emails: string[]
  inboxes: string[]
  names: string[]
  /** Where the academy writes to about them: to itself, and to the parent of a child. */
  desks: string[]
  keeps: boolean
}

/**
 * As the database knows them now; for a copy without the former addresses that somebody else had, too. An
 * erasure takes along what was mailed there: later nobody knows any more whose it was.
 */
export async function readPerson(
  db: Database,
  {
    learnerId,
    keeps = false,
    desks = [],
    isCopied = false,
  }: { learnerId: string; keeps?: boolean; desks?: string[]; isCopied?: boolean },
): Promise<Person> {
  const emailsOf = sql.raw(isCopied ? 'emails_of_person_alone' : 'emails_of_person')
  const { rows } = await db.execute<Pick<Person, 'ids' | 'emails' | 'names'>>(sql`
    select ids_of_person(${learnerId}) as ids, ${emailsOf}(${learnerId}) as emails,
           words_of_person(${learnerId}) as names`)
  const [{ ids, emails, names } = { ids: [learnerId], emails: [], names: [] }] = rows
  const inboxes = [...new Set([...emails, ...emails.map(canonicalEmail)])]
  return { ids, emails, inboxes, names, desks, keeps }
}

const types: Record<keyof Person, string> = {
  ids: 'uuid[]',
  emails: 'text[]',
  inboxes: 'text[]',
  names: 'text[]',
  desks: 'text[]',
  keeps: 'boolean',
}
const isName = (name: string): name is keyof Person => name in types

/** Text of the register as part of a statement. Nothing of it comes from outside; what does is a parameter. */
export function fillIn(text: string, person: Person): SQL {
  // Every other piece is a name; `::` casts.
  const pieces = text.split(/(?<!:):([a-z]+)\b/)
  return sql.join(
    pieces.map((piece, at) =>
      at % 2 === 1 && isName(piece)
        ? sql`${sql.param(person[piece])}::${sql.raw(types[piece])}`
        : sql.raw(piece),
    ),
  )
}
