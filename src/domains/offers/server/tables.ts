import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, paise } from '../../../platform/database/columns.ts'

const now = sql`clock_timestamp()`

/** A row that was used is never removed: it ends. */
export const coupons = pgTable('coupons', {
  code: text().primaryKey(),
  /** The order of making, and the cursor of the list. */
  number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  /** Exactly one of the next two is set. */
  percentOff: integer('percent_off'),
  amountOffInPaise: paise('amount_off_in_paise'),
  /** Null: for every course and bundle. */
  courseId: text('course_id'),
  startsAt: instant('starts_at'),
  endsAt: instant('ends_at'),
  maxUses: integer('max_uses'),
  maxUsesPerLearner: integer('max_uses_per_learner'),
  firstPurchaseOnly: boolean('first_purchase_only').notNull().default(false),
  /** The sums of the uses, changed with them under the lock of this row. */
  usesReserved: integer('uses_reserved').notNull().default(0),
  usesUsed: integer('uses_used').notNull().default(0),
  createdAt: instant('created_at').notNull().default(now),
  createdBy: uuid('created_by'),
  endedAt: instant('ended_at'),
})
export type CouponRow = typeof coupons.$inferSelect

export const couponUseStates = ['reserved', 'used', 'released'] as const

/** One for each order with a coupon. */
export const couponUses = pgTable('coupon_uses', {
  orderId: uuid('order_id').primaryKey(),
  couponCode: text('coupon_code').notNull(),
  learnerId: uuid('learner_id').notNull(),
  state: text({ enum: couponUseStates }).notNull(),
  changedAt: instant('changed_at').notNull().default(now),
})

/**
 * Every launch price that was ever set; the newest row of a course holds. Append-only.
 * Triggers: launch_prices_append_only, launch_prices_emptied_told, launch_prices_told (offers).
 */
export const launchPrices = pgTable('launch_prices', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  courseId: text('course_id').notNull(),
  /** Null: taken away. */
  priceInPaise: paise('price_in_paise'),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  reason: text(),
  setAt: instant('set_at').notNull().default(now),
  setBy: uuid('set_by').notNull(),
})

/** Triggers: bundles_emptied_told, bundles_told (offers). */
export const bundles = pgTable('bundles', {
  id: uuid().primaryKey(),
  title: text().notNull(),
  description: text().notNull().default(''),
  priceInPaise: paise('price_in_paise').notNull(),
  createdAt: instant('created_at').notNull().default(now),
  /** Set: no longer sold. */
  endedAt: instant('ended_at'),
})

/** Triggers: bundle_courses_emptied_told, bundle_courses_told (offers). */
export const bundleCourses = pgTable(
  'bundle_courses',
  {
    bundleId: uuid('bundle_id').notNull(),
    position: integer().notNull(),
    courseId: text('course_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bundleId, table.courseId] })],
)
