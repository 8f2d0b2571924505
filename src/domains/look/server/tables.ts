import { bigint, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { Look } from '../look.ts'

/**
 * What the academy looked like since when; of several at once the last number holds.
 * Triggers: looks_append_only, looks_emptied_told, looks_told (look).
 */
export const looks = pgTable('looks', {
  number: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Without what could not be chosen yet in its time. */
  content: jsonb().$type<Partial<Look>>().notNull(),
  changedBy: uuid('changed_by').notNull(),
  /** Null: the draft, of which there is one. */
  publishedAt: instant('published_at'),
})
