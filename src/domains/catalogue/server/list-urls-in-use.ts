import { inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses, videos } from './tables.ts'

/** Of these addresses those of trailers and of lessons, also of lessons that left their course: they may come back. */
export async function listUrlsInUse(db: Database, urls: readonly string[]): Promise<Set<string>> {
  const found = await db
    .select({ url: videos.url })
    .from(videos)
    .where(inArray(videos.url, [...urls]))
  const trailer = sql<string>`${courses.page}->>'trailer'`
  const trailers = await db
    .select({ url: trailer })
    .from(courses)
    .where(inArray(trailer, [...urls]))
  return new Set([...found, ...trailers].map(({ url }) => url))
}
