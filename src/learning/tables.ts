import { jsonb, pgTable, primaryKey, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Interval } from './played-intervals.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const videoProgress = pgTable(
  'video_progress',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    positionInSeconds: real('position_in_seconds').notNull(),
    durationInSeconds: real('duration_in_seconds').notNull(),
    /** Merged, ascending, not touching. */
    played: jsonb().$type<Interval[]>().notNull(),
    /** Seconds really played, each second of video counted once. */
    playedInSeconds: real('played_in_seconds').notNull(),
    fraction: real().notNull(),
    completedAt: instant('completed_at'),
    reportedAt: instant('reported_at').notNull(),
    /** Played seconds that the clock allows but no report has used yet. */
    allowanceInSeconds: real('allowance_in_seconds').notNull().default(0),
    /** When the learner first opened this video. Null in older rows. */
    openedAt: instant('opened_at'),
    /** The length by the learner's own player, once they really played most of it. */
    witnessedInSeconds: real('witnessed_in_seconds'),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId, table.videoId] })],
)

export const courseProgress = pgTable(
  'course_progress',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    percent: real().notNull(),
    /** The moment when every video was complete for the first time. */
    completedAt: instant('completed_at'),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)
