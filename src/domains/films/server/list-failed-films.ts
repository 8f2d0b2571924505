import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { films } from './tables.ts'

/** Films that cannot be published, each with its sentence, by id. */
export async function listFailedFilms(db: Database): Promise<Map<string, string>> {
  const found = await db
    .select({ id: films.id, message: films.message })
    .from(films)
    .where(eq(films.state, 'failed'))
  return new Map(found.map(({ id, message }) => [id, message ?? 'It cannot be played.']))
}
