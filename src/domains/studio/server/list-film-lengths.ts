import type { Database } from '../../../platform/database/database.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { readFilms } from '../../films/server/list-films.ts'

/** How long the own films of these addresses are, in seconds, by address; others are left out. */
export async function listFilmLengths(
  db: Database,
  urls: readonly string[],
): Promise<Map<string, number>> {
  const named = urls.flatMap((url) => {
    const id = filmIdOf(url)
    return id === null ? [] : [{ url, id }]
  })
  const films = await readFilms(
    db,
    named.map(({ id }) => id),
  )
  return new Map(
    named.flatMap(({ url, id }) => {
      const length = films.get(id)?.durationInSeconds ?? null
      return length === null ? [] : [[url, length] as const]
    }),
  )
}
