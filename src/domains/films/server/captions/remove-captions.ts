import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { filmCaptions, films } from '../tables.ts'

export async function removeCaptions(
  db: Database,
  { filmId, language }: { filmId: string; language: string },
): Promise<void> {
  const gone = await db
    .delete(filmCaptions)
    .where(and(eq(filmCaptions.filmId, filmId), eq(filmCaptions.language, language)))
    .returning({ language: filmCaptions.language })
  if (gone.length > 0) return
  const [film] = await db.select({ id: films.id }).from(films).where(eq(films.id, filmId))
  throw new ProblemError(film ? 'captions_not_found' : 'film_not_found')
}
