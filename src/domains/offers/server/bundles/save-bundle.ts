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

/** Puts a new bundle on sale. Asked again with the same id, it answers what is there. */
export async function createBundle(
  outer: Database,
  { id = newId(), ...input }: BundleInput & { id?: string | undefined },
): Promise<{ stored: StoredBundle; isNew: boolean }> {
  return outer.transaction(async (db) => {
    const made = await db
      .insert(bundles)
      .values({ id, ...(await fieldsOf(db, input)) })
      .onConflictDoNothing()
      .returning({ id: bundles.id })
    if (made.length > 0) return { stored: await writeCourses(db, id, input), isNew: true }
    return { stored: await requireBundle(db, id), isNew: false }
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
      .set(await fieldsOf(db, input, id))
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

/** @param known The bundle that is changed: it may keep a course that was deleted since. */
async function fieldsOf(
  db: Database,
  input: BundleInput,
  known?: string,
): Promise<Pick<typeof bundles.$inferInsert, 'title' | 'description' | 'priceInPaise'>> {
  const kept = known === undefined ? [] : await listCourseIds(db, known)
  const pathOf = (index: number) => `course_ids.${index}`
  const courses = await requireCourses(db, input.course_ids, pathOf, kept)
  const priceInPaise = toPaise(input.price)
  const oneByOne = courses.reduce((sum, course) => sum + course.priceInPaise, 0)
  if (priceInPaise > oneByOne) {
    throw badInput('price', t('A bundle must not cost more than its courses one by one.'))
  }
  return { title: input.title, description: input.description, priceInPaise }
}

async function listCourseIds(db: Database, bundleId: string): Promise<string[]> {
  const found = await db
    .select({ id: bundleCourses.courseId })
    .from(bundleCourses)
    .where(eq(bundleCourses.bundleId, bundleId))
  return found.map(({ id }) => id)
}

async function writeCourses(
  db: Database,
  bundleId: string,
  { course_ids }: BundleInput,
): Promise<StoredBundle> {
  await db
    .insert(bundleCourses)
    .values(course_ids.map((courseId, position) => ({ bundleId, position, courseId })))
  return requireBundle(db, bundleId)
}

async function requireBundle(db: Database, id: string): Promise<StoredBundle> {
  const stored = await findBundle(db, id)
  if (!stored) throw new Error('the bundle was not written down')
  return stored
}
