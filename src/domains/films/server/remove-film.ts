import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { NamedLocks } from '../../../platform/database/named-locks.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { msg } from '../../../shared/i18n/translate.ts'
import { removeUnreferenced } from './remove-unreferenced.ts'
import { filmJobs, filmRenditions, films } from './tables.ts'

interface RemoveDependencies {
  db: Database
  media: MediaStore
  locks: NamedLocks
}

/** Of a film that a process began to remove and did not live to; nobody can publish it. */
export const removalMessage = msg('This film was being removed. Please remove it again.')

type FilmRow = typeof films.$inferSelect

/**
 * Removes a film with all its files but those that other films have too. The row goes last: whoever
 * comes after a process that died in the middle still knows which files to remove. False: there was none.
 * `onRemoved` runs in the transaction that takes it away.
 */
export async function removeFilm(
  deps: RemoveDependencies,
  id: string,
  onRemoved: (db: Database, film: FilmRow) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { db, locks } = deps
  const keys = await markRemoved(db, id)
  if (!keys) return false
  for (const { key } of keys) {
    const hold = { onWanted: () => undefined, timeoutInMs: 600_000 }
    const release = await locks.hold(`media ${key}`, hold)
    try {
      await removeUnreferenced(deps, key, { besides: id })
    } finally {
      await release()
    }
  }
  return db.transaction(async (db) => {
    const [film] = await db.delete(films).where(eq(films.id, id)).returning()
    if (film) await onRemoved(db, film)
    return film !== undefined
  })
}

/** From here on nothing is made of it. Null: there is no such film. */
async function markRemoved(outer: Database, id: string): Promise<{ key: string }[] | null> {
  return outer.transaction(async (db) => {
    // First, as who finishes a job does: what it adds is then listed below, or not added.
    await db.delete(filmJobs).where(eq(filmJobs.filmId, id))
    const marked = await db
      .update(films)
      .set({ state: 'failed', message: removalMessage })
      .where(eq(films.id, id))
      .returning({ id: films.id })
    if (marked.length === 0) return null
    return db
      .select({ key: filmRenditions.key })
      .from(filmRenditions)
      .where(eq(filmRenditions.filmId, id))
  })
}
