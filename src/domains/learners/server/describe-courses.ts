import { and, asc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import { compareTexts } from '../../../shared/i18n/compare-texts.ts'
import { isStaffGift } from '../../access/server/list-open-causes.ts'
import { accessLedger, entitlements } from '../../access/server/tables.ts'
import { listNotDue } from '../../catalogue/server/not-due.ts'
import { readCourse } from '../../catalogue/server/read-courses.ts'
import { courses, modules, videos } from '../../catalogue/server/tables.ts'
import { tellOpensAt } from '../../catalogue/tell-opening.ts'
import { ofPresentFilm } from '../../learning/server/present-film.ts'
import { readStanding } from '../../learning/server/read-standing.ts'
import { courseProgress, videoProgress } from '../../learning/server/tables.ts'
import type { Learner } from '../contract.ts'

type LearnersCourse = Learner['courses'][number]
type Entry = typeof accessLedger.$inferSelect & { isStaffGift: boolean }

/** Every course that somebody has or once had, with why, and how far they are lesson by lesson. */
export async function describeCourses(db: Database, learnerId: string): Promise<LearnersCourse[]> {
  const ledger = await db
    .select({ ...getTableColumns(accessLedger), isStaffGift: isStaffGift() })
    .from(accessLedger)
    .where(eq(accessLedger.learnerId, learnerId))
    .orderBy(asc(accessLedger.id))
  const entries = Map.groupBy(ledger, ({ courseId }) => courseId)
  const ids = [...entries.keys()]
  const owned = await db
    .select({ courseId: entitlements.courseId })
    .from(entitlements)
    .where(eq(entitlements.learnerId, learnerId))
  const ownedIds = new Set(owned.map(({ courseId }) => courseId))
  const lessons = Map.groupBy(await readLessons(db, learnerId, ids), (row) => row.courseId)
  const notDue = await tellNotDue(db, learnerId, [...lessons.values()].flat())
  const read = await readCourses(db, learnerId, ids)
  const sorted = read.toSorted((one, other) => compareTexts(one.title, other.title))
  return sorted.map((course) => ({
    course_id: course.id,
    title: course.title,
    owned: ownedIds.has(course.id),
    is_gift: hasOpenGift(entries.get(course.id) ?? []),
    progress: Math.round(course.percent ?? 0),
    completed_at: course.completedAt?.toISOString() ?? null,
    history: (entries.get(course.id) ?? []).map(describeEntry),
    lessons: (lessons.get(course.id) ?? []).map((lesson) => ({
      ...describeLesson(lesson),
      not_due: notDue.get(lesson.id) ?? null,
    })),
  }))
}

function readCourses(db: Database, learnerId: string, ids: string[]) {
  const isProgress = and(
    eq(courseProgress.courseId, courses.id),
    eq(courseProgress.learnerId, learnerId),
  )
  return db
    .select({
      id: courses.id,
      title: courses.title,
      percent: courseProgress.percent,
      completedAt: courseProgress.completedAt,
    })
    .from(courses)
    .leftJoin(courseProgress, isProgress)
    .where(inArray(courses.id, ids))
    .orderBy(asc(courses.id))
}

function readLessons(db: Database, learnerId: string, courseIds: string[]) {
  const isProgress = and(
    eq(videoProgress.videoId, videos.id),
    eq(videoProgress.courseId, videos.courseId),
    eq(videoProgress.learnerId, learnerId),
  )
  return db
    .select({
      id: videos.id,
      courseId: videos.courseId,
      title: videos.title,
      opens: videos.opens,
      module: modules.title,
      fraction: sql<number>`${sql.raw(ofPresentFilm('fraction'))}`,
      progress: videoProgress,
    })
    .from(videos)
    .innerJoin(modules, eq(modules.id, videos.moduleId))
    .leftJoin(videoProgress, isProgress)
    .where(and(inArray(videos.courseId, courseIds), isNull(videos.retiredAt)))
    .orderBy(asc(videos.courseId), asc(modules.position), asc(videos.position))
}

/** By lesson, when what is not due opens. */
async function tellNotDue(
  db: Database,
  learnerId: string,
  lessons: LessonRead[],
): Promise<Map<string, string>> {
  const told = new Map<string, string>()
  const planned = lessons.filter(({ opens }) => opens !== null)
  for (const courseId of new Set(planned.map((lesson) => lesson.courseId))) {
    const stored = await readCourse(db, courseId)
    const who = { learnerId, courseId }
    const notDue = await listNotDue({ db, readStanding }, who, stored?.plan ?? null)
    for (const [id, opens] of notDue) told.set(id, tellOpensAt(opens))
  }
  return told
}

type LessonRead = Awaited<ReturnType<typeof readLessons>>[number]

/** As the learner is shown it: what was played of an earlier film counts only if it completed. */
function describeLesson({ id, title, module, fraction, progress }: LessonRead) {
  const completed = (progress?.completedAt ?? null) !== null
  return {
    id,
    title,
    module,
    fraction: progress && completed ? progress.fraction : fraction,
    completed,
    last_played_at: progress?.reportedAt.toISOString() ?? null,
  }
}

function describeEntry({ createdAt, change, reason }: Entry) {
  return { at: createdAt.toISOString(), change, reason }
}

function hasOpenGift(entries: Entry[]): boolean {
  const gifts = entries.filter(({ isStaffGift }) => isStaffGift)
  const withdrawn = new Set(
    gifts.filter(({ change }) => change === 'revocation').map(({ causeId }) => causeId),
  )
  return gifts.some(({ change, causeId }) => change === 'grant' && !withdrawn.has(causeId))
}
