import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { changeState } from '../../catalogue/server/change-state.ts'
import { readSale } from '../../catalogue/server/read-sale.ts'
import { lockToPublish, type PublishedState } from './publish.ts'
import { scheduledPublications } from './tables.ts'

interface StateChange {
  courseId: string
  state: PublishedState
}

/**
 * How a published course is sold from now on. A scheduled publication that would have left that as it was
 * leaves it as it is now; one that was to change it still does. Inside a transaction; refused as `changeState` is.
 */
export async function changeCourseState(
  db: Database,
  { courseId, state }: StateChange,
): Promise<{ before: Sale; after: Sale }> {
  await lockToPublish(db, courseId)
  const before = await readSale(db, courseId)
  await changeState(db, courseId, state)
  if (before && before.state !== 'draft') {
    await db
      .update(scheduledPublications)
      .set({ state })
      .where(
        and(
          eq(scheduledPublications.courseId, courseId),
          eq(scheduledPublications.state, before.state),
        ),
      )
  }
  return { before, after: await readSale(db, courseId) }
}

type Sale = Awaited<ReturnType<typeof readSale>>
