import { and, eq, notInArray, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runEachDue } from '../../../platform/database/run-each-due.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { countOwners } from '../../access/server/count-owners.ts'
import {
  publishAssignments,
  readPublishedAssignments,
} from '../../assignments/server/publish-assignments.ts'
import type { CourseState } from '../../catalogue/contract.ts'
import {
  lockForPublication,
  type PublishedCourse,
  readPublished,
  writePublication,
} from '../../catalogue/server/publish-course.ts'
import { recordReplacements } from '../../files/server/replacements.ts'
import { countProgress } from '../../learning/server/count-progress.ts'
import { requestRecount } from '../../learning/server/recount-progress.ts'
import { publishQuizzes, readPublishedQuizzes } from '../../quizzes/server/publish-quizzes.ts'
import type { Affected, Change } from '../contract.ts'
import { type CourseDraft, listMissing } from '../course-input.ts'
import { claimIds } from './claim-ids.ts'
import { listFilmLengths } from './list-film-lengths.ts'
import { listMissingFiles } from './list-missing-files.ts'
import { type PlannedPublication, planPublication } from './plan-publication.ts'
import { type Draft, draftConflict, readDraft } from './read-draft.ts'
import { recordPublication } from './record-publication.ts'
import { courseDrafts, scheduledPublications } from './tables.ts'

export type PublishedState = Exclude<CourseState, 'draft'>

interface Publish {
  courseId: string
  /** That of the draft that was looked at. */
  revision: number
  /** As before, if undefined; a draft goes on sale. */
  state?: PublishedState | undefined
  /** Only tells what would change. */
  isDryRun: boolean
  /** Null: now. */
  publishAt: Date | null
  by: string
}

interface Published {
  changes: Change[]
  affected: Affected
}

/**
 * Puts the draft in the place of what is published, in one transaction, or does so later. Refused with
 * `draft_conflict` if the draft has changed since it was looked at, and with `invalid_input` while
 * something is missing.
 */
export async function publishDraft(outer: Database, publish: Publish): Promise<Published> {
  const { courseId, revision, publishAt } = publish
  return outer.transaction(async (db) => {
    if (!publish.isDryRun && !(await lockToPublish(db, courseId)))
      throw new ProblemError('course_not_found')
    const draft = await readDraft(db, courseId)
    if (draft.revision !== revision) throw draftConflict(draft)
    await requireWhole(db, draft.course)
    const state = publish.state ?? stateAfter(draft.published)
    const { published } = draft
    const isPublished = !publish.isDryRun
    const content = await claimIds(db, published, draft.course, { isPublished })
    const plan = await planChanges(db, { published, content, state })
    const affected = await countAffected(db, courseId)
    const told = { changes: plan.changes, affected }
    if (publish.isDryRun) return told
    if (publishAt !== null && publishAt.getTime() > Date.now()) {
      await schedule(db, { courseId, revision, state, content, publishAt, by: publish.by })
      return told
    }
    await db.delete(scheduledPublications).where(eq(scheduledPublications.courseId, courseId))
    await write(db, { courseId, published, plan, content, by: publish.by, affected })
    await db
      .update(courseDrafts)
      .set({ publishedRevision: revision, content })
      .where(eq(courseDrafts.courseId, courseId))
    return told
  })
}

/** In the order in which what is due locks them: the schedule, then the course. False: there is no such course. */
export async function lockToPublish(db: Database, courseId: string): Promise<boolean> {
  await db
    .select({ courseId: scheduledPublications.courseId })
    .from(scheduledPublications)
    .where(eq(scheduledPublications.courseId, courseId))
    .for('update')
  return lockForPublication(db, courseId)
}

/** What was scheduled, at its time. Inside a transaction. */
export async function publishScheduled(
  db: Database,
  due: typeof scheduledPublications.$inferSelect,
): Promise<void> {
  const { courseId, state, scheduledBy, revision } = due
  if (!(await lockForPublication(db, courseId))) return
  const published = await readPublished(db, courseId)
  if (!published) return
  const content = await claimIds(db, published, due.content, { isPublished: true })
  const plan = await planChanges(db, { published, content, state })
  const affected = await countAffected(db, courseId)
  await write(db, { courseId, published, plan, content, by: scheduledBy, affected })
  await db
    .update(courseDrafts)
    .set({ publishedRevision: revision })
    .where(eq(courseDrafts.courseId, courseId))
}

async function write(
  db: Database,
  at: {
    courseId: string
    published: PublishedCourse
    plan: PlannedPublication
    content: CourseDraft
    by: string | null
    affected: Affected
  },
): Promise<void> {
  const { courseId, plan } = at
  if (plan.changes.length === 0) return
  await writePublication(db, courseId, plan)
  await publishQuizzes(db, courseId, plan.quizzes)
  await publishAssignments(db, courseId, plan.assignments)
  await recordReplacements(db, courseId, { before: at.published.lessons, after: plan.lessons })
  if (plan.changesLessons) await requestRecount(db, courseId)
  await recordPublication(db, { ...at, changes: plan.changes })
}

/** How many changes a publication of this content would make. Null: nothing is published yet. */
export async function countChanges(
  db: Database,
  { published, course: content }: Pick<Draft, 'published' | 'course'>,
): Promise<number | null> {
  const { state } = published.course
  if (state === 'draft') return null
  return (await planChanges(db, { published, content, state })).changes.length
}

async function planChanges(
  db: Database,
  at: { published: PublishedCourse; content: CourseDraft; state: PublishedState },
): Promise<PlannedPublication> {
  const { published, content, state } = at
  const lessons = [...published.lessons, ...content.modules.flatMap(({ videos }) => videos)]
  const lengths = await listFilmLengths(
    db,
    lessons.map(({ url }) => url),
  )
  const quizzes = await readPublishedQuizzes(db, published.course.id)
  const assignments = await readPublishedAssignments(db, published.course.id)
  return planPublication(published, content, state, lengths, quizzes, assignments)
}

async function requireWhole(db: Database, course: CourseDraft): Promise<void> {
  const empty = listMissing(course)
  const errors = [...empty, ...(await listMissingFiles(db, course))].map(({ path, message }) => ({
    path: `course.${path}`,
    message,
  }))
  const [first] = errors
  if (!first) return
  throw new ProblemError('invalid_input', { errors, detail: sumUp(first.message, empty, errors) })
}

function sumUp(message: string, empty: readonly unknown[], all: readonly unknown[]): string {
  if (empty.length === 0) return message
  if (all.length === 1) return t('One field is still empty. {message}', { message })
  return all.length === empty.length
    ? t('{count} fields are still empty.', { count: all.length })
    : t('{count} fields are still empty or name files that are not here.', { count: all.length })
}

function stateAfter({ course }: PublishedCourse): PublishedState {
  return course.state === 'draft' ? 'on_sale' : course.state
}

async function countAffected(db: Database, courseId: string): Promise<Affected> {
  const buyers = await countOwners(db, courseId)
  const { inProgress, completed } = await countProgress(db, courseId)
  return { buyers, in_progress: inProgress, completed }
}

async function schedule(
  db: Database,
  at: {
    courseId: string
    revision: number
    state: PublishedState
    content: CourseDraft
    publishAt: Date
    by: string
  },
): Promise<void> {
  const { courseId, by: scheduledBy, ...rest } = at
  const values = { ...rest, scheduledBy }
  await db
    .insert(scheduledPublications)
    .values({ courseId, ...values })
    .onConflictDoUpdate({ target: scheduledPublications.courseId, set: values })
}

/** Publishes what is due; see `runEachDue`. Resolves to the ids of the courses. */
export async function publishWhatIsDue(db: Database, stopping?: AbortSignal): Promise<string[]> {
  const publishNow = async (db: Database, due: typeof scheduledPublications.$inferSelect) => {
    await publishScheduled(db, due)
    await db.delete(scheduledPublications).where(eq(scheduledPublications.courseId, due.courseId))
  }
  const work = { lockNext: lockNextDue, keyOf: courseIdOf, run: publishNow }
  return runEachDue(db, work, stopping)
}

function courseIdOf({ courseId }: { courseId: string }): string {
  return courseId
}

async function lockNextDue(db: Database, except: string[]) {
  const [due] = await db
    .select()
    .from(scheduledPublications)
    .where(
      and(
        sql`${scheduledPublications.publishAt} <= (select clock_timestamp())`,
        notInArray(scheduledPublications.courseId, except),
      ),
    )
    .orderBy(scheduledPublications.publishAt)
    .limit(1)
    .for('update', { skipLocked: true })
  return due
}
