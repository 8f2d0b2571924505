import {
  bigint,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import type { Interval } from '../../learning/played-intervals.ts'

const amount = () => bigint({ mode: 'number' }).notNull()

/** What has changed and is not added up yet; written by triggers beside the change itself. */
export const insightChanges = pgTable('insight_changes', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** In India. Null: of no day, counted in the total of the course only. */
  day: date(),
  /** Of the day, from midnight in India. Null: counts for no minute. */
  minute: smallint(),
  /** Empty: of no course. */
  courseId: text('course_id').notNull().default(''),
  figure: text().notNull(),
  amount: amount(),
})

/** By course and, with an empty course, of the whole academy. */
export const insightDays = pgTable(
  'insight_days',
  {
    figure: text().notNull(),
    day: date().notNull(),
    courseId: text('course_id').notNull().default(''),
    amount: amount(),
  },
  (table) => [primaryKey({ columns: [table.figure, table.courseId, table.day] })],
)

/** Of the whole academy, for the days that others are held against by the time of day. */
export const insightMinutes = pgTable(
  'insight_minutes',
  {
    day: date().notNull(),
    minute: smallint().notNull(),
    figure: text().notNull(),
    amount: amount(),
  },
  (table) => [primaryKey({ columns: [table.day, table.minute, table.figure] })],
)

export const insightTotals = pgTable(
  'insight_totals',
  { courseId: text('course_id').notNull(), figure: text().notNull(), amount: amount() },
  (table) => [primaryKey({ columns: [table.courseId, table.figure] })],
)

/** What was played of a lesson's film before a report and after it, not added up yet. */
export const playedChanges = pgTable('played_changes', {
  videoId: text('video_id').notNull(),
  /** Null: nothing was kept before, or is any more. */
  oldFilm: integer('old_film'),
  oldPlayed: jsonb('old_played').$type<Interval[]>(),
  newFilm: integer('new_film'),
  newPlayed: jsonb('new_played').$type<Interval[]>(),
  durationInSeconds: real('duration_in_seconds').notNull(),
})

export const lessonAudiences = pgTable(
  'lesson_audiences',
  {
    videoId: text('video_id').notNull(),
    film: integer().notNull(),
    /** Two hundred parts or fewer cover the film. */
    partInSeconds: integer('part_in_seconds').notNull(),
    learners: integer().notNull().default(0),
    /** So many learners when the length of a part was last looked at. */
    sizedFor: integer('sized_for').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.film] })],
)

/** How many learners played each part of a lesson's film. */
export const lessonParts = pgTable(
  'lesson_parts',
  {
    videoId: text('video_id').notNull(),
    film: integer().notNull(),
    part: smallint().notNull(),
    learners: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.film, table.part] })],
)
