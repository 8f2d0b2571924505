import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { type Assignment, assignment } from '../assignment.ts'
import { assignments } from './tables.ts'

/** By their lessons, as they would stand in a draft. */
export async function readPublishedAssignments(
  db: Database,
  courseId: string,
): Promise<Map<string, Assignment>> {
  const published = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.courseId, courseId), isNull(assignments.retiredAt)))
  return new Map(published.map(({ videoId, settings }) => [videoId, assignment.parse(settings)]))
}

/** In the transaction that publishes the course, behind its lessons. What was handed in is not touched. */
export async function publishAssignments(
  db: Database,
  courseId: string,
  wanted: ReadonlyMap<string, Assignment>,
): Promise<void> {
  const before = await readPublishedAssignments(db, courseId)
  const retired = [...before.keys()].filter((videoId) => !wanted.has(videoId))
  if (retired.length > 0) {
    await db
      .update(assignments)
      .set({ retiredAt: sql`clock_timestamp()` })
      .where(inArray(assignments.videoId, retired))
  }
  const changed = [...wanted]
    .filter(([videoId, after]) => !isDeepStrictEqual(before.get(videoId), after))
    .map(([videoId, settings]) => ({ videoId, courseId, settings }))
  if (changed.length === 0) return
  await db
    .insert(assignments)
    .values(changed)
    .onConflictDoUpdate({
      target: assignments.videoId,
      set: { settings: sql`excluded.settings`, retiredAt: null },
    })
}
