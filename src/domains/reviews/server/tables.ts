import { pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { hideReasons } from '../../../shared/hide-reasons.ts'
import { reviewStages } from '../review-rules.ts'

/**
 * One of a learner for each course.
 * Triggers: reviews_changed_told, reviews_emptied_told, reviews_told (reviews).
 */
export const reviews = pgTable('reviews', {
  id: uuid().primaryKey(),
  courseId: text('course_id').notNull(),
  learnerId: uuid('learner_id').notNull(),
  stars: smallint().notNull(),
  words: text().notNull().default(''),
  writtenAt: instant('written_at').notNull().defaultNow(),
  editedAt: instant('edited_at'),
  /** The academy's. */
  answer: text(),
  answeredAt: instant('answered_at'),
  /** Null: everybody sees it. */
  hiddenBecause: text('hidden_because', { enum: hideReasons }),
})

/** Of readers, until staff have looked at the review. */
export const reviewReports = pgTable(
  'review_reports',
  {
    reviewId: uuid('review_id').notNull(),
    learnerId: uuid('learner_id').notNull(),
    reportedAt: instant('reported_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.learnerId] })],
)

/** Who was asked for a review at this point, and said "not now". */
export const reviewRequests = pgTable(
  'review_requests',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    stage: text({ enum: reviewStages }).notNull(),
    dismissedAt: instant('dismissed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId, table.stage] })],
)
