import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, paise } from '../../../platform/database/columns.ts'
import { type CoursePage, courseStates, type OpeningRule } from '../contract.ts'
import type { EarlierOpening } from '../lesson-opening.ts'

/** Triggers: courses_changed_told, courses_emptied_told, courses_told (catalogue). */
export const courses = pgTable('courses', {
  id: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  priceInPaise: paise('price_in_paise').notNull(),
  /** Null: the screen draws a cover. */
  thumbnail: text(),
  createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  /** Set: deleted from the shop, kept for those who bought it. */
  hiddenAt: instant('hidden_at'),
  state: text({ enum: courseStates }).notNull().default('on_sale'),
  /** Counts the publications that changed which lessons or films there are. */
  lessonsRevision: integer('lessons_revision').notNull().default(1),
  /** What is filled of what else the course page tells. */
  page: jsonb().$type<Partial<CoursePage>>().notNull().default({}),
})

/** Triggers: modules_changed_told, modules_emptied_told, modules_told (catalogue). */
export const modules = pgTable('modules', {
  id: uuid().primaryKey(),
  courseId: text('course_id').notNull(),
  position: integer().notNull(),
  title: text().notNull(),
  description: text().notNull().default(''),
})

/**
 * Triggers: videos_changed_told, videos_emptied_told, videos_told (catalogue); videos_opening_change_noted,
 * videos_opening_noted (reminders).
 */
export const videos = pgTable('videos', {
  id: text().primaryKey(),
  courseId: text('course_id').notNull(),
  /** Null: retired. */
  moduleId: uuid('module_id'),
  position: integer().notNull(),
  title: text().notNull(),
  url: text().notNull(),
  /** Free text such as '15 min'. */
  duration: text().notNull().default(''),
  isPreview: boolean('is_preview').notNull().default(false),
  /** Markdown. */
  text: text().notNull().default(''),
  links: jsonb().$type<{ title: string; url: string }[]>().notNull().default([]),
  /** Files to take away. */
  attachments: jsonb().$type<{ id: string; name: string }[]>().notNull().default([]),
  /** When the lesson came into the course, or came back into it. */
  publishedAt: instant('published_at').notNull().default(sql`clock_timestamp()`),
  /** Set: no longer in the course. What was played of it stays. */
  retiredAt: instant('retired_at'),
  /** Counts the films of other lengths that the lesson has had. */
  film: integer().notNull().default(1),
  /** The addresses that the lesson had before, each with the number of its film. */
  earlierFilms: jsonb('earlier_films').$type<Record<string, number>>().notNull().default({}),
  /** Null: at once. */
  opens: jsonb().$type<OpeningRule>(),
  /** What held before, and until when: it opened the lesson for some already. */
  earlierOpenings: jsonb('earlier_openings').$type<EarlierOpening[]>().notNull().default([]),
})

/** One row: what a first start filled the academy with; none where it filled nothing. */
export const demo = pgTable('demo', {
  id: boolean().primaryKey().default(true),
  courseIds: text('course_ids').array().notNull(),
  filmIds: uuid('film_ids').array().notNull(),
  /** Null: it is seen. */
  hiddenAt: instant('hidden_at'),
  /** Those that were hidden with it, which come back with it. */
  hiddenCourseIds: text('hidden_course_ids').array().notNull().default([]),
  /** When what nobody needs went for good. */
  goneAt: instant('gone_at'),
})
