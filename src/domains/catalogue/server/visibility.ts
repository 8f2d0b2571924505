import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { courses, demo } from './tables.ts'

/** Shown in the shop, in searches and in the site map. */
export const isListed = and(isNull(courses.hiddenAt), eq(courses.state, 'on_sale'))

/** Anybody who knows the address may see and buy it. */
export const isBuyable = and(
  isNull(courses.hiddenAt),
  inArray(courses.state, ['on_sale', 'unlisted']),
)

/** The same as text, for a statement over `courses`. */
export const buyableCondition = `(hidden_at is null and state in ('on_sale', 'unlisted'))`

/** Leaves out what was removed with the demo, also where learners have it. */
export const isOutsideRemovedDemo = sql`not exists (
  select from ${demo} where ${courses.id} = any(${demo.hiddenCourseIds}))`
