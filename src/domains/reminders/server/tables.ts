import {
  customType,
  date,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { signingKey } from '../../site/server/signing-keys.ts'
import { remindedBy, type StudyPlan } from '../study-plan.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const studyPlans = pgTable('study_plans', {
  learnerId: uuid('learner_id').primaryKey(),
  /** 1 is Monday. */
  weekdays: smallint().array().notNull(),
  /** In India. */
  hour: smallint().notNull(),
  /** A day. */
  minutes: smallint().notNull(),
  remindedBy: text('reminded_by', { enum: remindedBy }).notNull().default('none'),
  /** The first day that counts. */
  since: date().notNull(),
  earlier: jsonb().$type<StudyPlan['earlier']>().notNull().default([]),
  /** When it is looked at next whether to remind; null: never. */
  nextAt: instant('next_at'),
  /** The last day with a reminder. */
  remindedOn: date('reminded_on'),
})

/** Of who has a plan, from its first day on; written by triggers beside the report itself. */
export const playedDays = pgTable(
  'played_days',
  {
    learnerId: uuid('learner_id').notNull(),
    /** In India. */
    day: date().notNull(),
    seconds: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.day] })],
)

/** A browser goes with the session in which it was agreed to. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  endpoint: text().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  sessionHash: bytea('session_hash').notNull(),
  p256dh: bytea().notNull(),
  auth: bytea().notNull(),
  /** Of the key that its push service knows us by. */
  publicKey: text('public_key').notNull(),
  madeAt: instant('made_at').notNull().defaultNow(),
})

/** Every key by which push services knew us (VAPID), as browsers are given it. */
export const pushKeys = pgTable('push_keys', signingKey('public_key'))

/** Who is told by mail when lessons open: who has a course in which lessons wait. */
export const lessonNotices = pgTable(
  'lesson_notices',
  {
    learnerId: uuid('learner_id').notNull(),
    courseId: text('course_id').notNull(),
    /** What opened until then was told, or was open from the start. */
    toldUntil: instant('told_until').notNull(),
    /** When it is looked at next; null: no lesson waits for a time. */
    nextAt: instant('next_at'),
    /** The last day with a mail. */
    mailedOn: date('mailed_on'),
  },
  (table) => [primaryKey({ columns: [table.learnerId, table.courseId] })],
)

/** Courses whose rules have changed, until all who have them were looked at. */
export const openingChanges = pgTable('opening_changes', {
  courseId: text('course_id').primaryKey(),
  /** Up to whom; null: nobody yet. */
  lookedTo: uuid('looked_to'),
})
