import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { countOwners } from '../../access/server/count-owners.ts'
import { removeFilm } from '../../films/server/remove-film.ts'
import type { StoreDependencies } from '../../films/server/store-film.ts'
import type { getDemo } from '../contract.ts'
import { removeIfUnused } from './delete-course.ts'
import { courses, demo } from './tables.ts'

/** So long a removal can be taken back. */
const hoursToTakeBack = 24

export interface DemoDependencies {
  db: Database
  /** Of these courses those that staff have published anything of, or will: their work, no demo. */
  listPublished: (db: Database, courseIds: readonly string[]) => Promise<Set<string>>
}

/** What the demo is, what stays of it when it goes, and until when it can come back. */
export async function describeDemo({
  db,
  listPublished,
}: DemoDependencies): Promise<ResponseOf<typeof getDemo>> {
  const [found] = await db.select().from(demo)
  if (!found) return { state: 'none', courses: [], films: 0, back_until: null, kept: [] }
  const { courseIds, hiddenCourseIds, hiddenAt, goneAt } = found
  const rows = await db
    .select({ id: courses.id, title: courses.title, hiddenAt: courses.hiddenAt })
    .from(courses)
    .where(inArray(courses.id, courseIds))
    .orderBy(courses.createdAt, courses.id)
  const published = await listPublished(db, courseIds)
  const isGoing = ({ id, hiddenAt: isDeleted }: (typeof rows)[number]) =>
    hiddenAt === null ? isDeleted === null && !published.has(id) : hiddenCourseIds.includes(id)
  const going = rows.filter(isGoing)
  const owned = await Promise.all(
    going.map(async ({ id, title }) => ({ title, learners: await countOwners(db, id) })),
  )
  const own = rows.filter((row) => row.hiddenAt === null && !isGoing(row))
  const held = goneAt === null ? owned.filter(({ learners }) => learners > 0) : owned
  return {
    state: goneAt ? 'gone' : hiddenAt ? 'hidden' : 'shown',
    courses: goneAt ? [] : going.map(({ title }) => title),
    films: goneAt ? 0 : found.filmIds.length,
    back_until: hiddenAt && !goneAt ? endOf(hiddenAt).toISOString() : null,
    kept: [
      ...own.map(({ title }) => ({ title, because: 'changed' as const, learners: 0 })),
      ...held.map((course) => ({ ...course, because: 'in_use' as const })),
    ],
  }
}

/** Takes the demo out of sight, in one transaction; who has a course of it keeps that. Again: nothing. */
export async function hideDemo(deps: DemoDependencies, audit: Audit): Promise<void> {
  await deps.db.transaction(async (db) => {
    const [found] = await db.select().from(demo).where(isNull(demo.hiddenAt)).for('update')
    if (!found) return
    const seen = await db
      .select({ id: courses.id, title: courses.title })
      .from(courses)
      .where(and(inArray(courses.id, found.courseIds), isNull(courses.hiddenAt)))
      .orderBy(courses.id)
      .for('update') // whoever publishes one now does so before or not at all
    const published = await deps.listPublished(db, found.courseIds)
    const hidden = seen.filter(({ id }) => !published.has(id))
    const ids = hidden.map(({ id }) => id)
    const hiddenAt = new Date()
    await db.update(courses).set({ hiddenAt }).where(inArray(courses.id, ids))
    await db.update(demo).set({ hiddenAt, hiddenCourseIds: ids })
    await audit(db, { subject, after: { hidden: hidden.map(({ title }) => title) } })
  })
}

/** Brings a hidden demo back as it was; refused with `demo_gone` once it went for good. */
export async function restoreDemo({ db }: DemoDependencies, audit: Audit): Promise<void> {
  await db.transaction(async (db) => {
    const [found] = await db.select().from(demo).for('update')
    if (found?.goneAt) throw new ProblemError('demo_gone')
    if (!found?.hiddenAt) return
    await db
      .update(courses)
      .set({ hiddenAt: null })
      .where(inArray(courses.id, found.hiddenCourseIds))
    await db.update(demo).set({ hiddenAt: null, hiddenCourseIds: [] })
    await audit(db, { subject, before: { hidden_at: found.hiddenAt.toISOString() } })
  })
}

const subject = { kind: 'demo', id: 'all' }

interface RemovalDependencies extends Pick<StoreDependencies, 'db' | 'media' | 'locks'> {
  /** Of these films those that a draft or a publication names. */
  listNamed: (db: Database, ids: readonly string[]) => Promise<Set<string>>
}

/**
 * Deletes of a demo that was hidden a day ago what nothing hangs on: courses in one transaction, then
 * films that no other course shows. A process that dies between them leaves the films to the next run.
 */
export async function removeHiddenDemo(
  deps: RemovalDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const due = await deps.db.transaction(async (db) => {
    const [found] = await db
      .select()
      .from(demo)
      .where(
        and(
          sql`${demo.hiddenAt} < now() - make_interval(hours => ${hoursToTakeBack})`,
          or(isNull(demo.goneAt), ne(demo.filmIds, [])),
        ),
      )
      .for('update')
    if (found?.goneAt !== null) return found
    for (const id of found.hiddenCourseIds) await removeIfUnused(db, id)
    await db.update(demo).set({ goneAt: new Date() })
    return found
  })
  if (!due) return
  const named = await deps.listNamed(deps.db, due.filmIds)
  for (const id of due.filmIds.filter((id) => !named.has(id))) {
    if (stopping?.aborted) return
    await removeFilm(deps, id)
  }
  await deps.db.update(demo).set({ filmIds: [] }).where(eq(demo.id, true))
}

function endOf(hiddenAt: Date): Date {
  return new Date(hiddenAt.getTime() + hoursToTakeBack * 3_600_000)
}
