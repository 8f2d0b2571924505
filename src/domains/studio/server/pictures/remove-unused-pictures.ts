import { and, inArray, lt, notExists, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { courses } from '../../../catalogue/server/tables.ts'
import {
  courseDrafts,
  coursePublications,
  scheduledPublications,
  uploadedPictures,
} from '../tables.ts'
import type { PictureDependencies } from './keep-picture.ts'
import { listPictureKeys } from './picture-key.ts'

const daysKept = 7
const atMostAtOnce = 200

/**
 * Removes what was uploaded a week ago and is in no course or page by now: not on sale, not in a draft, not
 * in any publication, which can be taken back.
 */
export async function removeUnusedPictures(
  {
    db,
    media,
    shownBy,
  }: PictureDependencies & {
    /** Columns of other domains that name pictures, too. */
    shownBy: readonly PgColumn[]
  },
  stopping?: AbortSignal,
): Promise<void> {
  const isNamedIn = (column: PgColumn) =>
    sql`position(${uploadedPictures.id} in ${column}::text) > 0`
  const isUnused = and(
    lt(uploadedPictures.uploadedAt, sql`now() - make_interval(days => ${daysKept})`),
    notExists(
      db
        .select()
        .from(courses)
        .where(or(isNamedIn(courses.thumbnail), isNamedIn(courses.page))),
    ),
    ...[
      courseDrafts.content,
      coursePublications.content,
      scheduledPublications.content,
      ...shownBy,
    ].map((column) => notExists(db.select().from(column.table).where(isNamedIn(column)))),
  )
  const unused = await db
    .select({ id: uploadedPictures.id })
    .from(uploadedPictures)
    .where(isUnused)
    .limit(atMostAtOnce)
  const ids = unused.map(({ id }) => id)
  for (const key of ids.flatMap(listPictureKeys)) {
    if (stopping?.aborted) return
    await media.remove(key)
  }
  // The rows go last, so that what breaks off is taken up again.
  await db.delete(uploadedPictures).where(inArray(uploadedPictures.id, ids))
}
