import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** One per learner and course; another name has another number (`replacedCertificates`). */
export const certificates = pgTable('certificates', {
  id: text().primaryKey(),
  learnerId: uuid('learner_id').notNull(),
  courseId: text('course_id').notNull(),
  printedName: text('printed_name').notNull(),
  courseTitle: text('course_title').notNull(),
  /** Printed as the day in India. */
  completedAt: instant('completed_at').notNull(),
  issuedAt: instant('issued_at').notNull().default(sql`clock_timestamp()`),
  /** Set: the course was paid back. */
  revokedAt: instant('revoked_at'),
})

/** Numbers that lead to the certificate that was issued in their place. */
export const replacedCertificates = pgTable('replaced_certificates', {
  id: text().primaryKey(),
  replacedBy: text('replaced_by').notNull(),
  replacedAt: instant('replaced_at').notNull().default(sql`clock_timestamp()`),
})

export type Certificate = typeof certificates.$inferSelect
