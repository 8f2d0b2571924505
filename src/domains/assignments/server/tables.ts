import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { type Assignment, outcomes } from '../assignment.ts'

/** As published; a lesson has one at most. */
export const assignments = pgTable('assignments', {
  videoId: text('video_id').primaryKey(),
  courseId: text('course_id').notNull(),
  settings: jsonb().$type<Assignment>().notNull(),
  /** Set: no longer in the course. What was handed in stays. */
  retiredAt: instant('retired_at'),
})

/** Files that learners hand in: each is one person's and lies under its own key. */
export const submissionFiles = pgTable('submission_files', {
  /** That of the upload it was made from. */
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  filename: text().notNull(),
  sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
  /** Empty: it is still coming. */
  sha256: text().notNull(),
  /** The row is there with the upload's beginning; what nothing was handed in with is removed after a day. */
  begunAt: instant('begun_at').notNull().defaultNow(),
})

export const submissions = pgTable('submissions', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  courseId: text('course_id').notNull(),
  videoId: text('video_id').notNull(),
  text: text().notNull().default(''),
  fileId: uuid('file_id'),
  handedInAt: instant('handed_in_at').notNull().defaultNow(),
  /** The newest of its learner and assignment: only that one waits. */
  isLatest: boolean('is_latest').notNull().default(true),
  answers: integer().notNull().default(0),
  /** Of its last answer; null: it has none. */
  outcome: text({ enum: outcomes }),
})

export const submissionAnswers = pgTable('submission_answers', {
  id: uuid().primaryKey(),
  submissionId: uuid('submission_id').notNull(),
  /** From 1; a later one corrects. */
  number: integer().notNull(),
  outcome: text({ enum: outcomes }).notNull(),
  mark: integer(),
  highestMark: integer('highest_mark').notNull(),
  words: text().notNull().default(''),
  answeredAt: instant('answered_at').notNull().defaultNow(),
})

export type SubmissionRow = typeof submissions.$inferSelect
