import { and, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { MediaStore } from '../../../platform/media/media-store.ts'
import { filmRenditions } from './tables.ts'

/** Removes a file that no film but one has any more. Only by who holds the lock of its key. */
export async function removeUnreferenced(
  { db, media }: { db: Database; media: MediaStore },
  key: string,
  { besides }: { besides?: string } = {},
): Promise<void> {
  const users = await db
    .select({ filmId: filmRenditions.filmId })
    .from(filmRenditions)
    .where(
      and(
        eq(filmRenditions.key, key),
        besides === undefined ? undefined : ne(filmRenditions.filmId, besides),
      ),
    )
    .limit(1)
  if (users.length === 0) await media.remove(key)
}
