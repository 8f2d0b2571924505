import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import type { DocumentContent } from '../blocks.ts'

const now = sql`clock_timestamp()`

export const pageDrafts = pgTable('page_drafts', {
  address: text().primaryKey(),
  revision: integer().notNull(),
  /** Null: as published. */
  content: jsonb().$type<DocumentContent>(),
  savedAt: instant('saved_at').notNull().default(now),
  savedBy: uuid('saved_by'),
  /** Null: whoever saved gave it none. */
  saveId: uuid('save_id'),
  /** A publication to come, with what was shown and confirmed. */
  publishAt: instant('publish_at'),
  scheduledContent: jsonb('scheduled_content').$type<DocumentContent>(),
  scheduledBy: uuid('scheduled_by'),
})

/** Triggers: page_publications_emptied_told, page_publications_told (content). */
export const pagePublications = pgTable(
  'page_publications',
  {
    address: text().notNull(),
    /** From 1 on in each page. */
    number: integer().notNull(),
    publishedAt: instant('published_at').notNull().default(now),
    publishedBy: uuid('published_by'),
    /** Null: taken away, or the words that come with the academy are to stand. */
    content: jsonb().$type<DocumentContent>(),
    changes: jsonb().$type<{ text: string }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.number] })],
)
