import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { unsubscribeUrlOf } from '../../../integrations/mail/unsubscribe-token.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readNow } from '../../../platform/database/read-now.ts'
import { dayInIndia, isNight, nextMorning } from '../../../shared/india-time.ts'
import { ownsCourse } from '../../access/server/check-access.ts'
import { entitlements } from '../../access/server/tables.ts'
import { consentsTo } from '../../accounts/server/mail-consents.ts'
import { users } from '../../accounts/server/tables.ts'
import {
  type LearnerStanding,
  opensAt,
  type PlannedLesson,
} from '../../catalogue/lesson-opening.ts'
import { readCourse } from '../../catalogue/server/read-courses.ts'
import { readStanding } from '../../learning/server/read-standing.ts'
import type { ReminderDependencies } from './dependencies.ts'
import { lessonsOpenMail } from './mail-templates.ts'
import { lessonNotices, openingChanges } from './tables.ts'

type LessonDependencies = Pick<
  ReminderDependencies,
  'db' | 'queueMail' | 'sender' | 'unsubscribeKey'
>
type Notice = typeof lessonNotices.$inferSelect

/**
 * Mails owners that lessons have opened: one mail a day at most for each course and none at night, each lesson once. What
 * is told and that it was are one transaction, also of two processes.
 */
export async function tellOfLessons(
  deps: LessonDependencies,
  stopping?: AbortSignal,
  clock: (db: Database) => Date | Promise<Date> = readNow,
): Promise<void> {
  await lookBack(deps.db, await clock(deps.db))
  while (!stopping?.aborted && (await lookAtChanges(deps.db))) {}
  while (!stopping?.aborted) {
    const isSome = await deps.db.transaction(async (db) => {
      const now = await clock(db)
      const [notice] = await db
        .select()
        .from(lessonNotices)
        .where(lte(lessonNotices.nextAt, now))
        .orderBy(asc(lessonNotices.nextAt))
        .limit(1)
        .for('update', { skipLocked: true })
      if (notice) await look(deps, db, notice, now)
      return notice !== undefined
    })
    if (!isSome) return
  }
}

/** What a clock told that was ahead is told at its time. */
async function lookBack(db: Database, now: Date): Promise<void> {
  await db
    .update(lessonNotices)
    .set({ toldUntil: now, nextAt: now })
    .where(gt(lessonNotices.toldUntil, now))
}

async function look(
  deps: LessonDependencies,
  db: Database,
  notice: Notice,
  now: Date,
): Promise<void> {
  const { learnerId, courseId, toldUntil, mailedOn } = notice
  const mine = and(eq(lessonNotices.learnerId, learnerId), eq(lessonNotices.courseId, courseId))
  const [owner] = await db
    .select({
      email: users.email,
      name: users.name,
      isWanted: sql<boolean>`${consentsTo('lessons', users.id)} and ${isNull(users.blockedAt)}`,
    })
    .from(users)
    .where(
      and(
        eq(users.id, learnerId),
        isNull(users.erasedAt),
        ownsCourse(users.id, sql`${courseId}::text`),
      ),
    )
  const stored = owner && (await readCourse(db, courseId))
  if (!owner || !stored?.plan) {
    await db.delete(lessonNotices).where(mine)
    return
  }
  const standing = await readStanding(db, { learnerId, courseId })
  const times = stored.plan.flatMap((lesson) => {
    const at = opensAt(lesson, standing)
    if (!(at instanceof Date) || !isTold(lesson, at, standing)) return []
    return [{ id: lesson.id, at: openedAt(lesson, at, standing) }]
  })
  const opened = new Set(times.filter(({ at }) => at > toldUntil && at <= now).map(({ id }) => id))
  const waiting = times.filter(({ at }) => at > now).map(({ at }) => at.getTime())
  const today = dayInIndia(now)
  const isMailed = opened.size > 0 && owner.isWanted
  if (isMailed && (isNight(now) || mailedOn === today)) {
    await db
      .update(lessonNotices)
      .set({ nextAt: nextMorning(now) })
      .where(mine)
    return
  }
  const nextAt = waiting.length === 0 ? null : new Date(Math.min(...waiting))
  await db
    .update(lessonNotices)
    .set({ toldUntil: now, nextAt, ...(isMailed && { mailedOn: today }) })
    .where(mine)
  if (!isMailed) return
  const { title, modules } = stored.course
  const titles = modules
    .flatMap(({ videos }) => videos)
    .flatMap((lesson) => (opened.has(lesson.id) ? lesson.title : []))
  const publicUrl = deps.sender.publicUrl()
  await deps.queueMail(db, {
    to: owner.email,
    template: () => lessonsOpenMail({ name: owner.name, courseId, title, titles, publicUrl }),
    letter: {
      list: 'lessons',
      learnerId,
      unsubscribeUrl: unsubscribeUrlOf(deps, learnerId, 'lessons'),
    },
  })
}

/** Whoever has just completed the lesson before is there already, and cannot know what staff have opened. */
function isTold({ id, opening }: PlannedLesson, at: Date, { early }: LearnerStanding): boolean {
  return opening?.kind !== 'after' || at === early.get(id)
}

/** By a rule no sooner than it came: one whose time was over by then opened the lesson with its publication. */
function openedAt({ id, earlier }: PlannedLesson, at: Date, standing: LearnerStanding): Date {
  const since = new Date(earlier.at(-1)?.until ?? at)
  const byRule = at < since ? since : at
  const early = standing.early.get(id)
  return early !== undefined && early < byRule ? early : byRule
}

const ownersAtOnce = 1_000

/** The next owners of a course whose rules have changed. False: there is none. */
async function lookAtChanges(outer: Database): Promise<boolean> {
  return outer.transaction(async (db) => {
    const [change] = await db
      .select()
      .from(openingChanges)
      .limit(1)
      .for('update', { skipLocked: true })
    if (!change) return false
    const { courseId, lookedTo } = change
    const owners = await db
      .select({ learnerId: entitlements.learnerId })
      .from(entitlements)
      .where(
        and(
          eq(entitlements.courseId, courseId),
          lookedTo === null ? undefined : gt(entitlements.learnerId, lookedTo),
        ),
      )
      .orderBy(asc(entitlements.learnerId))
      .limit(ownersAtOnce)
    const mine = eq(openingChanges.courseId, courseId)
    const last = owners.at(-1)?.learnerId
    if (last === undefined) {
      await db.delete(openingChanges).where(mine)
      return true
    }
    const now = sql`clock_timestamp()`
    await db
      .insert(lessonNotices)
      .values(owners.map(({ learnerId }) => ({ learnerId, courseId, toldUntil: now, nextAt: now })))
      .onConflictDoUpdate({
        target: [lessonNotices.learnerId, lessonNotices.courseId],
        set: { nextAt: now },
      })
    await db.update(openingChanges).set({ lookedTo: last }).where(mine)
    return true
  })
}
