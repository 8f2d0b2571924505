import { sql } from 'drizzle-orm'
import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

const now = sql`clock_timestamp()`

/** Files to take away. */
export const attachments = pgTable('attachments', {
  /** That of the upload it was made from. */
  id: uuid().primaryKey(),
  /** For which course it was uploaded; null: that course is gone. */
  courseId: text('course_id'),
  filename: text().notNull(),
  type: text().notNull(),
  sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
  sha256: text().notNull(),
  /** In the media store. Files of the same content share it. */
  key: text().notNull(),
  createdAt: instant('created_at').notNull().default(now),
})

/** Who has fetched what. */
export const attachmentFetches = pgTable(
  'attachment_fetches',
  {
    learnerId: uuid('learner_id').notNull(),
    attachmentId: uuid('attachment_id').notNull(),
    fetchedAt: instant('fetched_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.attachmentId] })],
)

/** In which lesson one file stands in the place of another, also over several publications. */
export const attachmentReplacements = pgTable(
  'attachment_replacements',
  {
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    oldId: uuid('old_id').notNull(),
    newId: uuid('new_id').notNull(),
    replacedAt: instant('replaced_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.oldId, table.newId] })],
)
