import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const courses = pgTable('courses', {
  id: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  priceInPaise: bigint('price_in_paise', { mode: 'number' }).notNull(),
  /** Null: the screen draws a cover. */
  thumbnail: text(),
  createdAt: timestamp('created_at', { withTimezone: true })
    .notNull()
    .default(sql`clock_timestamp()`),
  /** Set: deleted from the shop, kept for those who bought it. */
  hiddenAt: timestamp('hidden_at', { withTimezone: true }),
})

export const modules = pgTable('modules', {
  id: uuid().primaryKey(),
  courseId: text('course_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  description: text().notNull().default(''),
})

export const videos = pgTable('videos', {
  id: text().primaryKey(),
  courseId: text('course_id').notNull(),
  moduleId: uuid('module_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  url: text().notNull(),
  /** Free text such as '15 min'. */
  duration: text().notNull().default(''),
})
