import { desc, eq } from 'drizzle-orm'
import type { AnswerOf, QueryOf } from '../../../http/endpoint.ts'
import { cutPage, isBehind } from '../../../platform/database/cut-page.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from '../../catalogue/server/tables.ts'
import type * as contract from '../contract.ts'
import { describeLetter, letterColumns } from './describe-letter.ts'
import { letters } from './tables.ts'

/** One page, newest first. */
export async function listLetters(
  db: Database,
  { cursor, limit }: QueryOf<typeof contract.listLetters>,
): Promise<AnswerOf<typeof contract.listLetters>> {
  const rows = await db
    .select(letterColumns)
    .from(letters)
    .leftJoin(courses, eq(courses.id, letters.courseId))
    .where(isBehind(letters.createdAt, letters.id, cursor))
    .orderBy(desc(letters.createdAt), desc(letters.id))
    .limit(limit + 1)
  const { page, next_cursor } = cutPage(rows, limit)
  return { letters: page.map(describeLetter), next_cursor }
}
