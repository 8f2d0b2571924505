import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import type { NamedLocks } from '../platform/database/named-locks.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { filmRenditions, films } from './tables.ts'

interface RemoveDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
}

type FilmRow = typeof films.$inferSelect

/**
 * Removes a film with all its files but those that other films have too. False: there was none.
 * `onRemoved` runs in the transaction that takes it away.
 */
export async function removeFilm(
  deps: RemoveDependencies,
  id: string,
  onRemoved: (db: Database, film: FilmRow) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { db, locks } = deps
  const keys = await db
    .select({ key: filmRenditions.key })
    .from(filmRenditions)
    .where(eq(filmRenditions.filmId, id))
  const gone = await db.transaction(async (db) => {
    const [film] = await db.delete(films).where(eq(films.id, id)).returning()
    if (film) await onRemoved(db, film)
    return film
  })
  for (const { key } of keys) {
    const hold = { onWanted: () => undefined, timeoutInMs: 600_000 }
    const release = await locks.hold(`media ${key}`, hold)
    try {
      await removeUnreferenced(deps, key)
    } finally {
      await release()
    }
  }
  return gone !== undefined
}
