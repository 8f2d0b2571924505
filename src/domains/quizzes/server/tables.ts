import { boolean, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { DrawnQuestion } from '../draw-questions.ts'
import type { Answer } from '../grade.ts'
import type { QuizQuestion, QuizSettings } from '../quiz.ts'

/** As published; a lesson has one at most. */
export const quizzes = pgTable('quizzes', {
  videoId: text('video_id').primaryKey(),
  courseId: text('course_id').notNull(),
  settings: jsonb().$type<QuizSettings>().notNull(),
  /** Of which film of the lesson its second tells. */
  film: integer().notNull(),
  /** When it came, came back, or began to count. */
  publishedAt: instant('published_at').notNull().defaultNow(),
  /** Set: no longer in the course. */
  retiredAt: instant('retired_at'),
})

/** Every version of a question that was ever published: tries tell of the one they were asked. */
export const quizQuestions = pgTable(
  'quiz_questions',
  {
    videoId: text('video_id').notNull(),
    id: text().notNull(),
    version: integer().notNull(),
    position: integer().notNull(),
    question: jsonb().$type<QuizQuestion>().notNull(),
    /** Of which film of the lesson its second tells. */
    film: integer().notNull(),
    publishedAt: instant('published_at').notNull().defaultNow(),
    /** Set: asked in no new try. */
    retiredAt: instant('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.id, table.version] })],
)

export const quizAttempts = pgTable('quiz_attempts', {
  id: uuid().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  courseId: text('course_id').notNull(),
  videoId: text('video_id').notNull(),
  /** From 1 for each learner and quiz. */
  number: integer().notNull(),
  seed: integer().notNull(),
  questions: jsonb().$type<DrawnQuestion[]>().notNull(),
  /** Percent, as it was when the try began. */
  passMark: integer('pass_mark').notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  /** Null: it goes on. Of one learner and quiz one at most does. */
  submittedAt: instant('submitted_at'),
  score: real(),
  isPassed: boolean('is_passed'),
})

export const quizAnswers = pgTable(
  'quiz_answers',
  {
    attemptId: uuid('attempt_id').notNull(),
    questionId: text('question_id').notNull(),
    version: integer().notNull(),
    /** Null: handed in without one. In an object: a bare text that looks like JSON would be read as such. */
    answer: jsonb().$type<{ given: Answer }>(),
    /** By the learner's browser; null: it did not say. */
    tookInSeconds: integer('took_in_seconds'),
    answeredAt: instant('answered_at').notNull().defaultNow(),
    /** Null until the try is handed in. */
    fraction: real(),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.questionId] })],
)
