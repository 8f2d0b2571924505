import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Chapter, readChapters } from './read-chapters.ts'
import { films } from './tables.ts'

/** Gives a film the chapters of a pasted list, in the place of those it had. */
export async function saveChapters(
  db: Database,
  { filmId, text }: { filmId: string; text: string },
): Promise<Chapter[]> {
  const [film] = await db
    .select({ durationInSeconds: films.durationInSeconds })
    .from(films)
    .where(eq(films.id, filmId))
  if (!film) throw new ProblemError('film_not_found')
  const { chapters, errors } = readChapters(text, film.durationInSeconds)
  if (errors.length > 0) {
    throw new ProblemError('invalid_input', {
      errors: errors.map(({ line, message }) => ({
        path: `text.${line}`,
        message: `Line ${line}: ${message}`,
      })),
    })
  }
  await db.update(films).set({ chapters }).where(eq(films.id, filmId))
  return chapters
}
