import { or, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { listUrlsInUse } from '../../catalogue/server/list-urls-in-use.ts'
import { courseDrafts, coursePublications, scheduledPublications } from './tables.ts'

/**
 * Of these films those that a lesson, a draft, a publication or one to come names. A lesson that left
 * its course counts: it may come back, with what was watched of it.
 */
export async function listNamedFilms(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const links = ids.map((id) => `film:${id}`)
  const named = await listUrlsInUse(db, links)
  for (const table of [courseDrafts, coursePublications, scheduledPublications]) {
    const rest = links.filter((link) => !named.has(link))
    if (rest.length === 0) break
    const found = await db
      .select({ content: sql<string>`${table.content}::text` })
      .from(table)
      .where(or(...rest.map((link) => sql`position(${link} in ${table.content}::text) > 0`)))
    for (const link of rest)
      if (found.some(({ content }) => content.includes(link))) named.add(link)
  }
  return new Set(ids.filter((id) => named.has(`film:${id}`)))
}
