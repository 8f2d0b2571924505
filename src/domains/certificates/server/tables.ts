import { sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { signingKey } from '../../site/server/signing-keys.ts'

/**
 * One per learner and course; another name has another number (`replacedCertificates`).
 * Triggers: certificates_changed_told, certificates_emptied_told, certificates_told (certificates).
 */
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

/** What stands on a certificate. Instants in UTC. */
interface Printed {
  id: string
  printedName: string
  courseTitle: string
  completedAt: string
  issuedAt: string
}

/** Numbers that lead to the certificate that was issued in their place. */
export const replacedCertificates = pgTable('replaced_certificates', {
  id: text().primaryKey(),
  replacedBy: text('replaced_by').notNull(),
  replacedAt: instant('replaced_at').notNull().default(sql`clock_timestamp()`),
  /** Of one of two for one course: shown so, and it holds as the other does. Null: shown as that. */
  printed: jsonb().$type<Printed>(),
})

/** Every key that ever signed badges, as `did.json` writes it. Triggers: badge_keys_told (certificates). */
export const badgeKeys = pgTable('badge_keys', signingKey('public_key'))

/**
 * Every key that ever signed PDFs, by the certificate (X.509 in base64) that readers show.
 * Triggers: document_keys_told (certificates).
 */
export const documentKeys = pgTable('document_keys', signingKey('certificate'))

/** What was signed, by the number that stands on the certificate. */
export const badges = pgTable('badges', {
  certificateId: text('certificate_id').primaryKey(),
  /** Of all status lists, one after the other. */
  statusIndex: bigint('status_index', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  /** JSON with its proof, which never changes. Null: about to be signed. */
  credential: text(),
})

export type Certificate = typeof certificates.$inferSelect
