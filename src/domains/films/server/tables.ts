import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../platform/database/columns.ts'
import { filmStates } from '../contract.ts'
import { type FilmFileName, fileNames, type SpriteGrid } from '../film-file.ts'
import type { Chapter } from './read-chapters.ts'

const now = sql`clock_timestamp()`

/** Triggers: films_changed_told, films_emptied_told, films_told (films). */
export const films = pgTable('films', {
  /** That of the upload it is made from. */
  id: uuid().primaryKey(),
  /** For which course it was uploaded; null: that course is gone. */
  courseId: text('course_id'),
  filename: text().notNull(),
  state: text({ enum: filmStates }).notNull(),
  /** Why it failed, or what could not be made of it: a sentence for people. */
  message: text(),
  durationInSeconds: doublePrecision('duration_in_seconds'),
  /** Whether browsers play the original as it is. */
  isPlayable: boolean('is_playable').notNull().default(true),
  createdAt: instant('created_at').notNull().default(now),
  /** Since when no draft and no publication names it; null: one does. */
  unusedSince: instant('unused_since'),
  /** By time. */
  chapters: jsonb().$type<Chapter[]>().notNull().default([]),
})

/**
 * The files of a film: the original and what was made from it.
 * Triggers: film_renditions_changed_told, film_renditions_emptied_told, film_renditions_told (films).
 */
export const filmRenditions = pgTable(
  'film_renditions',
  {
    filmId: uuid('film_id').notNull(),
    name: text({ enum: fileNames }).notNull(),
    type: text().notNull(),
    /** Of the picture; null: sound alone, or not known. */
    width: integer(),
    height: integer(),
    bitsPerSecond: integer('bits_per_second').notNull(),
    sizeInBytes: bigint('size_in_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** In the media store. Files of the same content share it. */
    key: text().notNull(),
    grid: jsonb().$type<SpriteGrid>(),
  },
  (table) => [primaryKey({ columns: [table.filmId, table.name] })],
)

/** Triggers: film_captions_changed_told, film_captions_emptied_told, film_captions_told (films). */
export const filmCaptions = pgTable(
  'film_captions',
  {
    filmId: uuid('film_id').notNull(),
    /** A BCP 47 tag in its canonical form. */
    language: text().notNull(),
    label: text().notNull(),
    /** WebVTT as the academy wrote it. */
    vtt: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.filmId, table.language] })],
)

/** What is still to be made. Whoever works on a row holds it by a token until the lease ends. */
export const filmJobs = pgTable(
  'film_jobs',
  {
    filmId: uuid('film_id').notNull(),
    name: text().$type<FilmFileName>().notNull(),
    position: integer().notNull(),
    /** How often it was begun, and how often it ended in an error. */
    attempts: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    /** From 0 to 1. */
    progress: real().notNull().default(0),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until').notNull().default(sql`'-infinity'`),
    createdAt: instant('created_at').notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.filmId, table.name] })],
)
