import { and, eq } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import type { FilmFileName } from '../../film-file.ts'
import { filmJobs, films } from '../tables.ts'
import { listLacking } from './list-lacking.ts'

/** Does without a smaller file that no browser need try again. What is left is answered. */
export async function leaveOut(
  db: Database,
  { filmId, name }: { filmId: string; name: FilmFileName },
): Promise<FilmFileName[]> {
  const [film] = await db.select({ state: films.state }).from(films).where(eq(films.id, filmId))
  if (!film) throw new ProblemError('film_not_found')
  // What the server makes by itself is the server's to give up.
  if (film.state === 'ready') {
    await db.delete(filmJobs).where(and(eq(filmJobs.filmId, filmId), eq(filmJobs.name, name)))
  }
  return listLacking(db, filmId)
}
