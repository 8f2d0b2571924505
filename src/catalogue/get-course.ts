import { sql } from 'drizzle-orm'
import { ownedCondition } from '../access/check-access.ts'
import { ProblemError } from '../http/problem.ts'
import type { Reading } from '../http/reading.ts'
import type { DataVersion } from '../platform/database/data-version.ts'
import type { Database } from '../platform/database/database.ts'
import type { Course } from './contract.ts'
import { readCourses, type StoredCourse, withLinks, withoutLinks } from './read-courses.ts'
import { isOwnMedia, signMediaLink } from './sign-media-link.ts'

interface CourseDependencies {
  db: Database
  mediaKey: string
  dataVersion: Pick<DataVersion, 'current'>
}

/** Whether the caller owns the course of the address. Read for every call, never kept. */
export const courseOwnership: Reading<boolean> = {
  name: 'caller_owns_course',
  select: `select ${ownedCondition('caller.id', 'asked.course_id')}`,
  params: ['course_id'],
}

interface Viewer {
  /** Null for a visitor. */
  learnerId: string | null
  isOwner: boolean
  isAdmin: boolean
}

/**
 * Makes the reader of one course, as JSON. Owners and administrators get the video links, those of
 * our own files signed for them alone. A course taken off sale does not exist for anybody else. What
 * is read is kept until public data changes; answers that hold signatures are not kept.
 */
export function createGetCourse({
  db,
  mediaKey,
  dataVersion,
}: CourseDependencies): (viewer: Viewer, courseId: string) => Promise<string> {
  let kept = keepNothing('')
  return async (viewer, courseId) => {
    const version = dataVersion.current()
    if (kept.version !== version) kept = keepNothing(version)
    const { courses, answers } = kept
    const key = `${courseId} ${viewer.isOwner} ${viewer.isAdmin}`
    const known = answers.get(key)
    if (known !== undefined) return known

    const stored =
      courses.get(courseId) ?? (await readCourses(db, sql`courses.id = ${courseId}`))[0]
    const { learnerId } = viewer
    const mayWatch = learnerId !== null && (viewer.isOwner || viewer.isAdmin)
    if (!stored || (stored.isHidden && !mayWatch)) throw new ProblemError('course_not_found')
    courses.set(courseId, stored)
    const signed = { learnerId: learnerId ?? '', courseId, now: new Date() }
    const course = mayWatch
      ? withLinks(stored.course, (url) => signMediaLink(mediaKey, url, signed))
      : withoutLinks(stored.course)
    const answer: Course & { owned: boolean } = { ...course, owned: viewer.isOwner }
    const json = JSON.stringify(answer)
    if (!mayWatch || !hasOwnMedia(stored.course)) answers.set(key, json)
    return json
  }
}

function hasOwnMedia({ modules }: Course): boolean {
  return modules.some(({ videos }) => videos.some(({ url = '' }) => isOwnMedia(url)))
}

interface Kept {
  version: string
  courses: Map<string, StoredCourse>
  /** JSON by course and kind of viewer, where nothing in it is signed. */
  answers: Map<string, string>
}

function keepNothing(version: string): Kept {
  return { version, courses: new Map(), answers: new Map() }
}

/** True if visitors see this course in the shop. */
export async function isOnSale(db: Database, courseId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from courses where id = ${courseId} and hidden_at is null`)
  return rows.length > 0
}
