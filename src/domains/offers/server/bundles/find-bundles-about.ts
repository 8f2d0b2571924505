import { ilike, inArray, or } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { bundleCourses, bundles } from '../tables.ts'

/** The bundles whose title is like that, or that hold one of the courses; also those no longer sold. */
export async function findBundlesAbout(
  db: Database,
  about: { titleLike: string; courseIds: readonly string[] },
): Promise<{ id: string }[]> {
  const holdsOne = db
    .select({ id: bundleCourses.bundleId })
    .from(bundleCourses)
    .where(inArray(bundleCourses.courseId, [...about.courseIds]))
  return db
    .select({ id: bundles.id })
    .from(bundles)
    .where(or(ilike(bundles.title, about.titleLike), inArray(bundles.id, holdsOne)))
}
