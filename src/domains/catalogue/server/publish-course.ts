import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database } from '../../../platform/database/database.ts'
import type { CourseState, LessonOpening } from '../contract.ts'
import type { EarlierOpening } from '../lesson-opening.ts'
import { courses, modules, videos } from './tables.ts'

const uuid = z.guid()

export type CourseRow = typeof courses.$inferSelect
export type ModuleRow = typeof modules.$inferSelect
export type LessonRow = typeof videos.$inferSelect

/** A course with all that ever was in it. */
export interface PublishedCourse {
  course: CourseRow
  /** In course order. */
  modules: ModuleRow[]
  /** In course order; the retired ones last. */
  lessons: LessonRow[]
}

/** Undefined for an unknown course, and for a deleted one. */
export async function readPublished(
  db: Database,
  courseId: string,
): Promise<PublishedCourse | undefined> {
  const [course] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt)))
  if (!course) return undefined
  const outline = await db
    .select()
    .from(modules)
    .where(eq(modules.courseId, courseId))
    .orderBy(asc(modules.position))
  const lessons = await db.select().from(videos).where(eq(videos.courseId, courseId))
  const places = new Map(outline.map(({ id }, place) => [id, place]))
  const placeOf = ({ moduleId }: LessonRow) =>
    moduleId === null ? outline.length : (places.get(moduleId) ?? 0)
  lessons.sort((left, right) => placeOf(left) - placeOf(right) || left.position - right.position)
  return { course, modules: outline, lessons }
}

/** One publication at a time; neither readers nor buyers wait for it. False: no such course. */
export async function lockForPublication(db: Database, courseId: string): Promise<boolean> {
  const found = await db
    .select({ id: courses.id })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt)))
    .for('no key update')
  return found.length > 0
}

/** Of these ids those that modules and lessons of other courses have. */
export async function listIdsElsewhere(
  db: Database,
  courseId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const lessons = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(inIds(ids), ne(videos.courseId, courseId)))
  const uuids = ids.filter((id) => uuid.safeParse(id).success)
  const outline = await db
    .select({ id: modules.id })
    .from(modules)
    .where(
      sql`${modules.id} = any(${sql.param(uuids)}::uuid[]) and ${modules.courseId} <> ${courseId}`,
    )
  return [...lessons, ...outline].map(({ id }) => id)
}

/** What staff write of a course itself. */
export type CourseColumns = Omit<
  CourseRow,
  'id' | 'createdAt' | 'hiddenAt' | 'state' | 'lessonsRevision'
>

export interface Publication {
  course: CourseColumns & { state: CourseState }
  modules: Pick<ModuleRow, 'id' | 'position' | 'title' | 'description'>[]
  /** Those that are new or changed. */
  lessons: Omit<LessonRow, 'courseId' | 'publishedAt' | 'retiredAt' | 'earlierOpenings'>[]
  /** What opened lessons until now and does no more; `kept` is what did before. */
  ending: { id: string; opening: LessonOpening | null; kept: EarlierOpening[] }[]
  /** Ids of the lessons that come into the course, or back into it. */
  arriving: ReadonlySet<string>
  retiredIds: string[]
  removedModuleIds: string[]
  /** Whether there are other lessons or other films than before. */
  changesLessons: boolean
}

/**
 * Inside the transaction that holds the lock. Nothing that was ever a lesson is deleted; all of it or
 * nothing is written: an id of another course is a fault, never its lesson.
 */
export async function writePublication(
  db: Database,
  courseId: string,
  publication: Publication,
): Promise<void> {
  const { lessonsRevision } = courses
  await db
    .update(courses)
    .set({
      ...publication.course,
      ...(publication.changesLessons && { lessonsRevision: sql`${lessonsRevision} + 1` }),
    })
    .where(eq(courses.id, courseId))
  for (const some of inPortions(publication.modules)) {
    const written = await db
      .insert(modules)
      .values(some.map((module) => ({ ...module, courseId })))
      .onConflictDoUpdate({
        target: modules.id,
        set: fromSent(['position', 'title', 'description']),
        setWhere: eq(modules.courseId, courseId),
      })
      .returning({ id: modules.id })
    requireAll(some, written)
  }
  if (publication.ending.length > 0) {
    await db
      .update(videos)
      .set({
        earlierOpenings: sql`sent.kept || jsonb_build_array(
          jsonb_build_object('opening', sent.opening, 'until', clock_timestamp()))`,
      })
      .from(
        sql`jsonb_to_recordset(${JSON.stringify(publication.ending)}::jsonb)
              as sent (id text, opening jsonb, kept jsonb)`,
      )
      .where(and(eq(videos.courseId, courseId), eq(videos.id, sql`sent.id`)))
  }
  if (publication.retiredIds.length > 0) {
    await db
      .update(videos)
      .set({ moduleId: null, retiredAt: sql`clock_timestamp()` })
      .where(and(eq(videos.courseId, courseId), inIds(publication.retiredIds)))
  }
  if (publication.lessons.length > 0) {
    const written = await db
      .insert(videos)
      .select(selectLessons(courseId, publication.lessons))
      .onConflictDoUpdate({
        target: videos.id,
        set: { ...fromSent(lessonColumns), retiredAt: null },
        setWhere: eq(videos.courseId, courseId),
      })
      .returning({ id: videos.id })
    requireAll(publication.lessons, written)
  }
  const arriving = [...publication.arriving]
  if (arriving.length > 0) {
    await db
      .update(videos)
      .set({ publishedAt: sql`clock_timestamp()` })
      .where(and(eq(videos.courseId, courseId), inIds(arriving)))
  }
  if (publication.removedModuleIds.length > 0) {
    await db.delete(modules).where(inArray(modules.id, publication.removedModuleIds))
  }
}

/**
 * The lessons as rows, every column in the table's order. They come in as one parameter: as one for
 * each cell, 2,000 lessons would hold the process up for as long as the whole publication takes.
 */
function selectLessons(courseId: string, lessons: Publication['lessons']) {
  return sql`
    select id, ${courseId}, "moduleId", position, title, url, duration, "isPreview", text, links,
           attachments, clock_timestamp(), null::timestamptz, film, "earlierFilms", opens, '[]'::jsonb
      from jsonb_to_recordset(${JSON.stringify(lessons)}::jsonb) as sent (
           id text, "moduleId" uuid, position integer, title text, url text, duration text,
           "isPreview" boolean, text text, links jsonb, attachments jsonb, film integer,
           "earlierFilms" jsonb, opens jsonb)`
}

const lessonColumns = [
  'module_id',
  'position',
  'title',
  'url',
  'duration',
  'is_preview',
  'text',
  'links',
  'attachments',
  'film',
  'earlier_films',
  'opens',
] as const

/** What a statement sets from the row that it could not insert. */
function fromSent(columns: readonly string[]) {
  return Object.fromEntries(
    columns.map((column) => [
      column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      sql.raw(`excluded.${column}`),
    ]),
  )
}

function inIds(ids: readonly string[]) {
  return sql`${videos.id} = any(${sql.param([...ids])})`
}

function requireAll(sent: readonly unknown[], written: readonly unknown[]): void {
  if (written.length !== sent.length)
    throw new Error('Another course has an id of this publication')
}

/** A statement takes 65,535 parameters. */
function* inPortions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += 2000) yield rows.slice(at, at + 2000)
}
