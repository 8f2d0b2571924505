import type { Database } from '../../../../platform/database/database.ts'
import { listOwnedCourseIds } from '../../../access/server/check-access.ts'
import type { OrderRow } from '../tables.ts'
import { readOrderItems } from './order-items.ts'

/** Of the courses of an order the titles of those that its learner may watch now, whatever opens them. */
export async function listKeptTitles(
  db: Database,
  order: Pick<OrderRow, 'id' | 'learnerId'>,
): Promise<string[]> {
  const ownedIds = await listOwnedCourseIds(db, order.learnerId)
  const items = await readOrderItems(db, order.id)
  return items
    .filter(({ courseId }) => ownedIds.includes(courseId))
    .map(({ courseTitle }) => courseTitle)
}
