import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './database/columns.ts'

/**
 * Random keys that every server process of this academy shares.
 * Triggers: secrets_emptied_told, secrets_told (platform).
 */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})

/**
 * Keys that sign nothing, and by which what they sign is good: former ones, and the next one for a moment.
 * Triggers: accepted_secrets_emptied_told, accepted_secrets_told (platform).
 */
export const acceptedSecrets = pgTable(
  'accepted_secrets',
  {
    name: text().notNull(),
    value: text().notNull(),
    /** Null: for ever. */
    acceptedUntil: instant('accepted_until'),
  },
  (table) => [primaryKey({ columns: [table.name, table.value] })],
)
