import { desc, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { launchPrices } from '../tables.ts'

export interface ListedLaunchPrices {
  /** By course, those that run at this moment. */
  running: Map<string, { priceInPaise: number; endsAt: Date }>
  /** Until one of them begins or ends, by the database's clock; null: none will. */
  changesInMs: number | null
}

/**
 * The launch prices of these courses, or of all. Whether one is a saving is for the caller to see, who
 * knows the list price.
 */
export async function listLaunchPrices(
  db: Database,
  courseIds?: readonly string[],
): Promise<ListedLaunchPrices> {
  const { courseId, priceInPaise, startsAt, endsAt, id } = launchPrices
  const newest = await db
    .selectDistinctOn([courseId], {
      courseId,
      priceInPaise,
      endsAt,
      beginsInMs: millisecondsUntil(startsAt),
      endsInMs: millisecondsUntil(endsAt),
    })
    .from(launchPrices)
    .where(courseIds && inArray(courseId, [...courseIds]))
    .orderBy(courseId, desc(id))
  const running: ListedLaunchPrices['running'] = new Map()
  let changesInMs = Number.POSITIVE_INFINITY
  for (const row of newest) {
    if (row.priceInPaise === null || row.endsInMs <= 0) continue
    if (row.beginsInMs <= 0) running.set(row.courseId, { ...row, priceInPaise: row.priceInPaise })
    changesInMs = Math.min(changesInMs, row.beginsInMs > 0 ? row.beginsInMs : row.endsInMs)
  }
  return { running, changesInMs: Number.isFinite(changesInMs) ? changesInMs : null }
}

function millisecondsUntil(instant: typeof launchPrices.startsAt | typeof launchPrices.endsAt) {
  return sql<number>`(extract(epoch from ${instant} - clock_timestamp()) * 1000)::float8`
}
