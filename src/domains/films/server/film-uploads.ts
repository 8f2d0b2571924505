import { and, eq, inArray, ne } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { FilmUploads } from '../../files/server/upload-routes.ts'
import { beginRendition, finishRendition } from './browser-transcoding/keep-rendition.ts'
import { type StoreDependencies, storeFilm } from './store-film.ts'
import { filmRenditions, films } from './tables.ts'

/** Reading a large file through takes a disk's whole attention. */
const storedAtOnce = 2

export interface FilmFinisher extends FilmUploads {
  /** Waits for what is under way. */
  settle(): Promise<void>
}

interface FinisherDependencies extends StoreDependencies {
  onError: (error: unknown) => void
}

/** Makes films of uploads; what fails on our side is tried again by recurring work. */
export function createFilmFinisher({ onError, ...deps }: FinisherDependencies): FilmFinisher {
  const { db } = deps
  const storing = new Map<string, Promise<void>>()
  const limit = pLimit(storedAtOnce)
  return {
    begin: async (id, about) => {
      await db.insert(films).values({ id, ...about, state: 'uploading' })
    },
    finish: (id) => {
      if (storing.has(id)) return
      const done = limit(() => storeFilm(deps, id))
        .catch(onError)
        .finally(() => storing.delete(id))
      storing.set(id, done)
    },
    forget: async (id) => {
      await db
        .delete(films)
        .where(and(eq(films.id, id), inArray(films.state, ['uploading', 'failed'])))
    },
    findSize: async (id) => {
      const [found] = await db
        .select({ sizeInBytes: filmRenditions.sizeInBytes })
        .from(films)
        .innerJoin(filmRenditions, eq(filmRenditions.filmId, films.id))
        .where(
          and(eq(films.id, id), ne(films.state, 'uploading'), eq(filmRenditions.name, 'original')),
        )
      return found?.sizeInBytes ?? null
    },
    beginRendition: (about) => beginRendition(deps, about),
    finishRendition: (id) => finishRendition(deps, id),
    settle: async () => {
      await Promise.all(storing.values())
    },
  }
}
