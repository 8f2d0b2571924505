import { pgTable, text } from 'drizzle-orm/pg-core'

/** Random keys that every server process of this academy shares. */
export const secrets = pgTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
})
