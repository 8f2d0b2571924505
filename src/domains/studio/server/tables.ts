import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { Affected, Change } from '../contract.ts'
import type { CourseDraft } from '../course-input.ts'

const now = sql`clock_timestamp()`

export const courseDrafts = pgTable('course_drafts', {
  courseId: text('course_id').primaryKey(),
  revision: integer().notNull(),
  content: jsonb().$type<CourseDraft>().notNull(),
  /** The revision that is what is published; null: none. */
  publishedRevision: integer('published_revision'),
  savedAt: instant('saved_at').notNull().default(now),
  savedBy: uuid('saved_by'),
  /** Null: whoever saved gave it none. */
  saveId: uuid('save_id'),
})

export const coursePublications = pgTable(
  'course_publications',
  {
    courseId: text('course_id').notNull(),
    /** From 1 on in each course. */
    number: integer().notNull(),
    publishedAt: instant('published_at').notNull().default(now),
    publishedBy: uuid('published_by'),
    content: jsonb().$type<CourseDraft>().notNull(),
    changes: jsonb().$type<Change[]>().notNull(),
    affected: jsonb().$type<Affected>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.number] })],
)

export const scheduledPublications = pgTable('scheduled_publications', {
  courseId: text('course_id').primaryKey(),
  publishAt: instant('publish_at').notNull(),
  revision: integer().notNull(),
  /** As it was shown and confirmed. */
  content: jsonb().$type<CourseDraft>().notNull(),
  state: text({ enum: ['on_sale', 'unlisted', 'off_sale'] }).notNull(),
  scheduledBy: uuid('scheduled_by'),
})

export const uploadedPictures = pgTable('uploaded_pictures', {
  /** Begins with the average colour, which is shown until the picture comes. */
  id: text().primaryKey(),
  uploadedAt: instant('uploaded_at').notNull().default(now),
  uploadedBy: uuid('uploaded_by'),
})
