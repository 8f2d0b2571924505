import type { ResponseCache } from '../../../http/server/response-cache.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hasRightNow } from '../../accounts/server/has-right-now.ts'
import { isDue, type LearnerStanding, opensAt, type PlannedLesson } from '../lesson-opening.ts'
import { readCourse } from './read-courses.ts'

export interface OpeningDependencies {
  db: Database
  cache: Pick<ResponseCache, 'find'>
  /** Of a domain that comes later. */
  readStanding: (db: Database, who: Learner) => Promise<LearnerStanding>
}

interface Learner {
  learnerId: string
  courseId: string
}

/** The lessons that are not due, each with when it opens. */
export type NotDue = ReadonlyMap<string, Date | 'after_previous'>

export const everythingDue: NotDue = new Map()

/** What a learner who has the course may not see of it yet. */
export async function listNotDue(
  deps: Pick<OpeningDependencies, 'db' | 'readStanding'>,
  who: Learner,
  plan: readonly PlannedLesson[] | null,
): Promise<NotDue> {
  if (plan === null) return everythingDue
  const standing = await deps.readStanding(deps.db, who)
  const now = new Date()
  return new Map(
    plan.flatMap((lesson) => {
      const opens = opensAt(lesson, standing)
      return opens === 'open' || isDue(opens, now) ? [] : [[lesson.id, opens] as const]
    }),
  )
}

interface CoursePlan {
  /** In course order. */
  lessons: PlannedLesson[]
  trailer: string
  /** By lesson, of its film and its files. */
  addresses: Map<string, string[]>
}

/** The plan of a course with what each lesson plays and gives away. Null: no lesson has a rule. */
export async function findPlan(
  { db, cache }: Pick<OpeningDependencies, 'db' | 'cache'>,
  courseId: string,
): Promise<CoursePlan | null> {
  const { plan } = await cache.find<{ plan: CoursePlan | null }>(
    `lesson plan ${courseId}`,
    async () => {
      const stored = await readCourse(db, courseId)
      const isKept = stored !== undefined // anybody may ask for courses that are not there
      const tags = [`course:${courseId}`]
      if (!stored?.plan) return { value: { plan: null }, sizeInBytes: 100, tags, isKept }
      const videos = stored.course.modules.flatMap(({ videos }) => videos)
      const addresses = new Map(
        videos.map(({ id, url = '', attachments = [] }) => [
          id,
          [url, ...attachments.map((file) => file.url)],
        ]),
      )
      const plan = { lessons: stored.plan, trailer: stored.course.trailer ?? '', addresses }
      const sizeInBytes = 2 * JSON.stringify([plan.lessons, [...addresses]]).length
      return { value: { plan }, sizeInBytes, tags, isKept }
    },
  )
  return plan
}

/**
 * True if a film or file stands in lessons that are not due alone. `shows` says whether an address of a
 * lesson is it. Staff who edit courses look at everything.
 */
export async function isNotDue(
  deps: OpeningDependencies,
  who: Learner,
  shows: (address: string) => boolean,
): Promise<boolean> {
  const plan = await findPlan(deps, who.courseId)
  if (plan === null || shows(plan.trailer)) return false
  const places = [...plan.addresses].filter(([, addresses]) => addresses.some(shows))
  if (places.length === 0 || (await hasRightNow(deps.db, who.learnerId, 'courses'))) return false
  const notDue = await listNotDue(deps, who, plan.lessons)
  return places.every(([id]) => notDue.has(id))
}
