import { asc } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from './tables.ts'
import { isListed } from './visibility.ts'

/** The courses that visitors see in the shop, oldest first. */
export function listCoursesOnSale(
  db: Database,
  { atMost }: { atMost: number },
): Promise<{ id: string; createdAt: Date }[]> {
  const { id, createdAt } = courses
  return db
    .select({ id, createdAt })
    .from(courses)
    .where(isListed)
    .orderBy(asc(createdAt), asc(id))
    .limit(atMost)
}
