import { inArray } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'
import { videos } from './tables.ts'

/** Of these addresses those of lessons, also of lessons that left their course: they may come back. */
export async function listUrlsInUse(db: Database, urls: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ url: videos.url })
    .from(videos)
    .where(inArray(videos.url, [...urls]))
  return new Set(found.map(({ url }) => url))
}
