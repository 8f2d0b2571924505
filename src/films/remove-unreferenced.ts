import { eq } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import type { MediaStore } from '../platform/media/media-store.ts'
import { filmRenditions } from './tables.ts'

/** Removes a file that no film has any more. Only by who holds the lock of its key. */
export async function removeUnreferenced(
  { db, media }: { db: Database; media: MediaStore },
  key: string,
): Promise<void> {
  const users = await db
    .select({ filmId: filmRenditions.filmId })
    .from(filmRenditions)
    .where(eq(filmRenditions.key, key))
    .limit(1)
  if (users.length === 0) await media.remove(key)
}
