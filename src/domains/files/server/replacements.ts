import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../platform/database/database.ts'
import { listAttachmentSizes } from './list-attachments.ts'
import { attachmentFetches, attachmentReplacements } from './tables.ts'

interface LessonFiles {
  id: string
  attachments: { id: string; name: string }[]
}

/** Which file of a lesson took the place of which: that of the same name, else at the same place. */
export function pairReplaced(
  before: LessonFiles['attachments'],
  after: LessonFiles['attachments'],
): { oldId: string; newId: string }[] {
  const isGone = ({ id }: { id: string }) => !after.some((file) => file.id === id)
  const isNew = ({ id }: { id: string }) => !before.some((file) => file.id === id)
  const waiting = new Set(before.filter(isGone))
  const pairs: { oldId: string; newId: string }[] = []
  const pair = (old: { id: string } | undefined, newId: string): boolean => {
    const found = [...waiting].find((file) => file === old)
    if (!found) return false
    waiting.delete(found)
    pairs.push({ oldId: found.id, newId })
    return true
  }
  const fresh = after.filter(isNew)
  const unnamed = fresh.filter(
    ({ id, name }) =>
      !pair(
        [...waiting].find((old) => old.name === name),
        id,
      ),
  )
  for (const file of unnamed) pair(before[after.indexOf(file)], file.id)
  return pairs
}

/** Remembers what a publication replaces. Who fetched what an old file had replaced is told too. */
export async function recordReplacements(
  db: Database,
  courseId: string,
  lessons: { before: readonly LessonFiles[]; after: readonly LessonFiles[] },
): Promise<void> {
  const earlierFiles = new Map(lessons.before.map((lesson) => [lesson.id, lesson.attachments]))
  const replaced = lessons.after.flatMap(({ id: videoId, attachments }) =>
    pairReplaced(earlierFiles.get(videoId) ?? [], attachments).map((pair) => ({
      courseId,
      videoId,
      ...pair,
    })),
  )
  const sizes = await listAttachmentSizes(
    db,
    replaced.flatMap((pair) => [pair.oldId, pair.newId]),
  )
  const known = replaced.filter((pair) => sizes.has(pair.oldId) && sizes.has(pair.newId))
  if (known.length === 0) return
  const { oldId, newId, videoId } = attachmentReplacements
  const earlier = await db
    .select({ oldId, newId, videoId })
    .from(attachmentReplacements)
    .where(
      inArray(
        newId,
        known.map((pair) => pair.oldId),
      ),
    )
  const through = known.flatMap((pair) =>
    earlier
      .filter((one) => one.videoId === pair.videoId && one.newId === pair.oldId)
      .filter((one) => one.oldId !== pair.newId)
      .map((one) => ({ ...pair, oldId: one.oldId })),
  )
  await db
    .insert(attachmentReplacements)
    .values([...known, ...through])
    .onConflictDoNothing()
}

/** The files of a course that took the place of one that this learner has, as `lesson/file`. */
export async function listNewVersions(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<Set<string>> {
  const { videoId, oldId, newId } = attachmentReplacements
  const newest = alias(attachmentFetches, 'newest')
  const fetchedNewest = db
    .select({ one: sql`1` })
    .from(newest)
    .where(and(eq(newest.attachmentId, newId), eq(newest.learnerId, learnerId)))
  const found = await db
    .select({ videoId, newId })
    .from(attachmentReplacements)
    .innerJoin(attachmentFetches, eq(attachmentFetches.attachmentId, oldId))
    .where(
      and(
        eq(attachmentReplacements.courseId, courseId),
        eq(attachmentFetches.learnerId, learnerId),
        notExists(fetchedNewest),
      ),
    )
  return new Set(found.map((row) => `${row.videoId}/${row.newId}`))
}

export async function recordFetch(
  db: Database,
  learnerId: string,
  attachmentId: string,
): Promise<void> {
  await db.insert(attachmentFetches).values({ learnerId, attachmentId }).onConflictDoNothing()
}
