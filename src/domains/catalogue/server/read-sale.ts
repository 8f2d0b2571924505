import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { CourseState } from '../contract.ts'
import { courses } from './tables.ts'

/** How a course is sold now, as the audit log tells it. Null: there is none. */
export async function readSale(
  db: Database,
  courseId: string,
): Promise<{ title: string; price_in_paise: number | null; state: CourseState } | null> {
  const { title, priceInPaise, state, id, hiddenAt } = courses
  const [sale] = await db
    .select({ title, price_in_paise: priceInPaise, state })
    .from(courses)
    .where(and(eq(id, courseId), isNull(hiddenAt)))
  return sale ?? null
}
