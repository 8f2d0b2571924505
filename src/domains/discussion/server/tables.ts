import {
  boolean,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { hideReasons } from '../../../shared/hide-reasons.ts'
import { mailFrequencies } from '../mail-frequency.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const questions = pgTable('questions', {
  id: uuid().primaryKey(),
  courseId: text('course_id').notNull(),
  videoId: text('video_id').notNull(),
  /** That the lesson had then; null: asked of the lesson, not of a second. */
  film: integer(),
  atSecond: integer('at_second'),
  learnerId: uuid('learner_id').notNull(),
  title: text().notNull(),
  /** Markdown. */
  body: text().notNull().default(''),
  /** Of the title. */
  trigrams: tsvector().notNull().default(''),
  askedAt: instant('asked_at').notNull().defaultNow(),
  /** How many can be seen. */
  answers: integer().notNull().default(0),
  solvedAt: instant('solved_at'),
  hiddenBecause: text('hidden_because', { enum: hideReasons }),
  editedAt: instant('edited_at'),
  /** By who wrote it. */
  removedAt: instant('removed_at'),
  /** What was reported or hidden, before its writer changed it. */
  wordsBefore: text('words_before'),
})

export const answers = pgTable('answers', {
  id: uuid().primaryKey(),
  questionId: uuid('question_id').notNull(),
  learnerId: uuid('learner_id').notNull(),
  /** Markdown. */
  body: text().notNull(),
  /** By somebody who taught here then. */
  isTeachers: boolean('is_teachers').notNull().default(false),
  writtenAt: instant('written_at').notNull().defaultNow(),
  hiddenBecause: text('hidden_because', { enum: hideReasons }),
  editedAt: instant('edited_at'),
  /** By who wrote it. */
  removedAt: instant('removed_at'),
  /** What was reported or hidden, before its writer changed it. */
  wordsBefore: text('words_before'),
})

/** Of readers, until staff have looked. */
export const discussionReports = pgTable(
  'discussion_reports',
  {
    questionId: uuid('question_id').notNull(),
    /** Null: of the question itself. */
    answerId: uuid('answer_id'),
    learnerId: uuid('learner_id').notNull(),
    reportedAt: instant('reported_at').notNull().defaultNow(),
  },
  (table) => [unique().on(table.questionId, table.answerId, table.learnerId).nullsNotDistinct()],
)

/** Who may read in a course and not write. */
export const discussionBlocks = pgTable(
  'discussion_blocks',
  {
    courseId: text('course_id').notNull(),
    learnerId: uuid('learner_id').notNull(),
    reason: text({ enum: hideReasons }).notNull(),
    blockedAt: instant('blocked_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.learnerId] })],
)

/** Of who has said how often; the others hear at once, staff daily. */
export const discussionMails = pgTable('discussion_mails', {
  learnerId: uuid('learner_id').primaryKey(),
  frequency: text({ enum: mailFrequencies }).notNull(),
  saidAt: instant('said_at').notNull().defaultNow(),
})

/** What waits for the mail of a day. */
export const discussionNotices = pgTable(
  'discussion_notices',
  {
    learnerId: uuid('learner_id').notNull(),
    /** Null: something was handed in; one row stands for all of it. */
    questionId: uuid('question_id'),
    /** Null: the question itself is what is new. */
    answerId: uuid('answer_id'),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [unique().on(table.learnerId, table.questionId, table.answerId).nullsNotDistinct()],
)

export type QuestionRow = typeof questions.$inferSelect
export type AnswerRow = typeof answers.$inferSelect
