import { sql } from 'drizzle-orm'
import { integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

const now = sql`clock_timestamp()`

export const notes = pgTable(
  'notes',
  {
    learnerId: uuid('learner_id').notNull(),
    /** Made by the device that wrote it. */
    id: uuid().notNull(),
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    /** With the second, the place: never rewritten. */
    film: integer().notNull(),
    atSecond: real('at_second').notNull(),
    text: text().notNull(),
    /** Names this text among all that the note ever had. */
    revision: uuid().notNull(),
    /** The note that this one was written in the place of, on another device. Null: none. */
    versionOf: uuid('version_of'),
    writtenAt: instant('written_at').notNull().default(now),
    changedAt: instant('changed_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.id] })],
)

export type NoteRow = typeof notes.$inferSelect
