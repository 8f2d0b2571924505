import { integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { Interval } from '../played-intervals.ts'

/**
 * Triggers: video_progress_change_counted, video_progress_counted (analytics); video_progress_change_day_noted,
 * video_progress_day_noted (reminders); video_progress_change_stands, video_progress_stands (learners).
 */
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
    /** Of which film of the lesson this tells. */
    film: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId, table.videoId] })],
)

/**
 * Triggers: course_progress_change_counted, course_progress_counted (analytics);
 * course_progress_change_stands, course_progress_stands (learners).
 */
export const courseProgress = pgTable(
  'course_progress',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    percent: real().notNull(),
    /** The moment when every video was complete for the first time. */
    completedAt: instant('completed_at'),
    /** Which lessons the percent counts: those of this revision of the course. */
    lessonsRevision: integer('lessons_revision').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)

/**
 * What was played of films that a lesson does not show, or that came back and were not played since.
 * Triggers: earlier_plays_counted (analytics).
 */
export const earlierPlays = pgTable(
  'earlier_plays',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    film: integer().notNull(),
    durationInSeconds: real('duration_in_seconds').notNull(),
    played: jsonb().$type<Interval[]>().notNull(),
    playedInSeconds: real('played_in_seconds').notNull(),
    reportedAt: instant('reported_at').notNull(),
    positionInSeconds: real('position_in_seconds').notNull().default(0),
    fraction: real().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.learnerId, table.courseId, table.videoId, table.film] }),
  ],
)

/** Staff let one learner into a lesson sooner than its rule does. Triggers: early_openings_noted (reminders). */
export const earlyOpenings = pgTable(
  'early_openings',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    opensAt: instant('opens_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId, table.videoId] })],
)

/** Courses whose learners' percents have to be counted again. */
export const progressRecounts = pgTable('progress_recounts', {
  courseId: text('course_id').primaryKey(),
  requestedAt: instant('requested_at').notNull(),
})

/** Lessons whose quiz has to be passed before their course is completed. */
export const countedQuizzes = pgTable(
  'counted_quizzes',
  { courseId: text('course_id').notNull(), videoId: text('video_id').notNull() },
  (table) => [primaryKey({ columns: [table.courseId, table.videoId] })],
)

/** Who has passed the quiz of a lesson, whatever is asked there today. Never deleted. */
export const passedQuizzes = pgTable(
  'passed_quizzes',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    videoId: text('video_id').notNull(),
    passedAt: instant('passed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId, table.videoId] })],
)
