import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../../http/problem.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/new-id.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { toPaise } from '../../../../shared/money.ts'
import type { BundleInput } from '../../bundles/bundle-input.ts'
import { badInput, requireCourses } from '../require-courses.ts'
import { bundleCourses, bundles } from '../tables.ts'
import { findBundle, type StoredBundle } from './read-bundles.ts'

/** Puts a new bundle on sale. */
export async function createBundle(outer: Database, input: BundleInput): Promise<StoredBundle> {
  return outer.transaction(async (db) => {
    const id = newId()
    await db.insert(bundles).values({ id, ...(await fieldsOf(db, input)) })
    return writeCourses(db, id, input)
  })
}

/** Changes one. Orders keep what they were made with. */
export async function changeBundle(
  outer: Database,
  id: string,
  input: BundleInput,
): Promise<StoredBundle> {
  return outer.transaction(async (db) => {
    const changed = await db
      .update(bundles)
      .set(await fieldsOf(db, input))
      .where(eq(bundles.id, id))
      .returning({ id: bundles.id })
    if (changed.length === 0) throw new ProblemError('bundle_not_found')
    await db.delete(bundleCourses).where(eq(bundleCourses.bundleId, id))
    return writeCourses(db, id, input)
  })
}

/** Takes one off sale. Doing it again changes nothing. */
export async function endBundle(db: Database, id: string): Promise<void> {
  const ended = await db
    .update(bundles)
    .set({ endedAt: sql`coalesce(${bundles.endedAt}, clock_timestamp())` })
    .where(eq(bundles.id, id))
    .returning({ id: bundles.id })
  if (ended.length === 0) throw new ProblemError('bundle_not_found')
}

async function fieldsOf(
  db: Database,
  input: BundleInput,
): Promise<Pick<typeof bundles.$inferInsert, 'title' | 'description' | 'priceInPaise'>> {
  const courses = await requireCourses(db, input.course_ids, (index) => `course_ids.${index}`)
  const priceInPaise = toPaise(input.price)
  const oneByOne = courses.reduce((sum, course) => sum + course.priceInPaise, 0)
  if (priceInPaise > oneByOne) {
    throw badInput('price', t('A bundle must not cost more than its courses one by one.'))
  }
  return { title: input.title, description: input.description, priceInPaise }
}

async function writeCourses(
  db: Database,
  bundleId: string,
  { course_ids }: BundleInput,
): Promise<StoredBundle> {
  await db
    .insert(bundleCourses)
    .values(course_ids.map((courseId, position) => ({ bundleId, position, courseId })))
  const stored = await findBundle(db, bundleId)
  if (!stored) throw new Error('the bundle was not written down')
  return stored
}
