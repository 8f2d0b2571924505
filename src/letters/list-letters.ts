import { desc, eq, sql } from 'drizzle-orm'
import { courses } from '../catalogue/tables.ts'
import type { AnswerOf, QueryOf } from '../http/endpoint.ts'
import type { Database } from '../platform/database/database.ts'
import type { listLetters as listLettersEndpoint } from './contract.ts'
import { describeLetter, letterColumns } from './describe-letter.ts'
import { letters } from './tables.ts'

/** One page, newest first. */
export async function listLetters(
  db: Database,
  { cursor, limit }: QueryOf<typeof listLettersEndpoint>,
): Promise<AnswerOf<typeof listLettersEndpoint>> {
  const last = sql`(select l.created_at, l.id from ${letters} l where l.id = ${cursor})`
  const rows = await db
    .select(letterColumns)
    .from(letters)
    .leftJoin(courses, eq(courses.id, letters.courseId))
    .where(cursor === undefined ? undefined : sql`(${letters.createdAt}, ${letters.id}) < ${last}`)
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    letters: page.map(describeLetter),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}
