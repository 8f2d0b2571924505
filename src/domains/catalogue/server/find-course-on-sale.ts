import { and, eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from './tables.ts'
import { isBuyable } from './visibility.ts'

/** What a buyer is asked to pay for: the course as it is on sale now; null if it is not. */
export async function findCourseOnSale(
  db: Database,
  courseId: string,
): Promise<Pick<
  typeof courses.$inferSelect,
  'id' | 'title' | 'priceInPaise' | 'thumbnail' | 'state'
> | null> {
  const [course] = await db
    .select({
      id: courses.id,
      title: courses.title,
      priceInPaise: courses.priceInPaise,
      thumbnail: courses.thumbnail,
      state: courses.state,
    })
    .from(courses)
    .where(and(eq(courses.id, courseId), isBuyable))
  return course ?? null
}
