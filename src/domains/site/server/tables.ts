import { sql } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'

/**
 * What owners set in the browser, by the name of its environment variable.
 * Triggers: site_settings_emptied_told, site_settings_told (site).
 */
export const siteSettings = pgTable('site_settings', {
  name: text().primaryKey(),
  value: text().notNull(),
  /** Encrypted: a password or key. */
  isSealed: boolean('is_sealed').notNull(),
  updatedAt: instant('updated_at').notNull().default(sql`clock_timestamp()`),
})
