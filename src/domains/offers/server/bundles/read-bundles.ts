import { and, asc, desc, eq, inArray, isNull, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { courses } from '../../../catalogue/server/tables.ts'
import { isBuyable } from '../../../catalogue/server/visibility.ts'
import { listLaunchPrices } from '../prices/list-launch-prices.ts'
import { bundleCourses, bundles } from '../tables.ts'

export interface StoredBundle {
  bundle: typeof bundles.$inferSelect
  /** In the bundle's order. */
  courses: {
    id: string
    title: string
    priceInPaise: number
    /** By itself, at this moment: a launch price, or the list price. */
    todayInPaise: number
    thumbnail: string | null
    /** If not, neither is the bundle. */
    isBuyable: boolean
  }[]
}

/** Newest first, one more than a page has; those after the cursor, the id of the last one seen. */
export interface BundlePage {
  cursor?: string | undefined
  limit: number
}

/** Bundles that can be bought: on sale, as every one of their courses is. */
export async function listBundlesOnSale(db: Database, page: BundlePage): Promise<StoredBundle[]> {
  return read(db, and(isOnSale(db), after(page)), page.limit + 1)
}

/** All of them, also those that ended. */
export async function listAllBundles(db: Database, page: BundlePage): Promise<StoredBundle[]> {
  return read(db, after(page), page.limit + 1)
}

/** Null if it is not on sale. */
export async function findBundleOnSale(db: Database, id: string): Promise<StoredBundle | null> {
  const [found] = await read(db, and(isOnSale(db), eq(bundles.id, id)), 1)
  return found ?? null
}

/** Null if there is none. */
export async function findBundle(db: Database, id: string): Promise<StoredBundle | null> {
  const [found] = await read(db, eq(bundles.id, id), 1)
  return found ?? null
}

function after({ cursor }: BundlePage): SQL | undefined {
  if (cursor === undefined) return undefined
  const seen = sql`select seen.created_at, seen.id from ${bundles} seen where seen.id = ${cursor}`
  return sql`(${bundles.createdAt}, ${bundles.id}) < (${seen})`
}

function isOnSale(db: Database): SQL | undefined {
  const missing = db
    .select({ id: bundleCourses.courseId })
    .from(bundleCourses)
    .innerJoin(courses, eq(courses.id, bundleCourses.courseId))
    .where(and(eq(bundleCourses.bundleId, bundles.id), isBuyable && not(isBuyable)))
  return and(isNull(bundles.endedAt), notExists(missing))
}

async function read(db: Database, where: SQL | undefined, limit: number): Promise<StoredBundle[]> {
  const found = await db
    .select()
    .from(bundles)
    .where(where)
    .orderBy(desc(bundles.createdAt), desc(bundles.id))
    .limit(limit)
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const parts = await db
    .select({
      bundleId: bundleCourses.bundleId,
      course: {
        id: courses.id,
        title: courses.title,
        priceInPaise: courses.priceInPaise,
        thumbnail: courses.thumbnail,
        isBuyable: sql<boolean>`${isBuyable}`,
      },
    })
    .from(bundleCourses)
    .innerJoin(courses, eq(courses.id, bundleCourses.courseId))
    .where(inArray(bundleCourses.bundleId, ids))
    .orderBy(asc(bundleCourses.position))
  const { running } = await listLaunchPrices(
    db,
    parts.map(({ course }) => course.id),
  )
  const today = ({ id, priceInPaise }: { id: string; priceInPaise: number }) =>
    Math.min(priceInPaise, running.get(id)?.priceInPaise ?? priceInPaise)
  return found.map((bundle) => ({
    bundle,
    courses: parts
      .filter(({ bundleId }) => bundleId === bundle.id)
      .map(({ course }) => ({ ...course, todayInPaise: today(course) })),
  }))
}
