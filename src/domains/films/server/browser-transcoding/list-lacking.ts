import { asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import type { FilmFileName } from '../../film-file.ts'
import { filmJobs } from '../tables.ts'

/** What is still to be made of a film, in the order in which it is needed. */
export async function listLacking(db: Database, filmId: string): Promise<FilmFileName[]> {
  const jobs = await db
    .select({ name: filmJobs.name })
    .from(filmJobs)
    .where(eq(filmJobs.filmId, filmId))
    .orderBy(asc(filmJobs.position))
  return jobs.map(({ name }) => name)
}

/** The same of many films, by their ids. */
export async function listLackingOf(
  db: Database,
  filmIds: readonly string[],
): Promise<Map<string, FilmFileName[]>> {
  if (filmIds.length === 0) return new Map()
  const jobs = await db
    .select({ filmId: filmJobs.filmId, name: filmJobs.name })
    .from(filmJobs)
    .where(inArray(filmJobs.filmId, [...filmIds]))
    .orderBy(asc(filmJobs.position))
  const byFilm = Map.groupBy(jobs, ({ filmId }) => filmId)
  return new Map([...byFilm].map(([id, found]) => [id, found.map(({ name }) => name)]))
}
