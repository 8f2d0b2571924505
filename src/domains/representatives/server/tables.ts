import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

/** Who may act for a learner who has died or cannot act themselves. */
export const nominees = pgTable('nominees', {
  learnerId: uuid('learner_id').primaryKey(),
  name: text().notNull(),
  /** One of the two is there. */
  email: text(),
  phone: text(),
  relation: text().notNull(),
  namedAt: instant('named_at').notNull().defaultNow(),
})

/**
 * Each yes and no of a parent to the account of a child; the last one of a child holds. Append-only.
 * Triggers: parental_consents_append_only (representatives).
 */
export const parentalConsents = pgTable('parental_consents', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  childId: uuid('child_id').notNull(),
  parentId: uuid('parent_id').notNull(),
  isGiven: boolean('is_given').notNull(),
  /** That were agreed to, in the language that the parent read. */
  words: text().notNull(),
  saidAt: instant('said_at').notNull().defaultNow(),
})
