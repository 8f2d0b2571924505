import { sql } from 'drizzle-orm'
import { ownedCondition } from '../access/check-access.ts'
import { Refusal } from '../http/problem.ts'
import type { Reading } from '../http/reading.ts'
import type { DataVersion } from '../platform/data-version.ts'
import type { Database } from '../platform/database.ts'
import type { Course } from './contract.ts'
import { readCourses, type StoredCourse, withLinks, withoutLinks } from './read-courses.ts'
import { signMediaLink } from './sign-media-link.ts'

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
  isOwner: boolean
  isAdmin: boolean
}

/**
 * Makes the reader of one course, as JSON. Owners and administrators get the video links, those of
 * our own files signed. A course taken off sale does not exist for anybody else. What is read is kept
 * until public data changes, or the hour, with which the signatures change.
 */
export function createGetCourse({
  db,
  mediaKey,
  dataVersion,
}: CourseDependencies): (viewer: Viewer, courseId: string) => Promise<string> {
  let kept = keepNothing('')
  return async (viewer, courseId) => {
    const now = new Date()
    const moment = `${dataVersion.current()} ${Math.ceil(now.getTime() / 3_600_000)}`
    if (kept.moment !== moment) kept = keepNothing(moment)
    const { courses, answers } = kept
    const key = `${courseId} ${viewer.isOwner} ${viewer.isAdmin}`
    const known = answers.get(key)
    if (known !== undefined) return known

    const stored =
      courses.get(courseId) ?? (await readCourses(db, sql`courses.id = ${courseId}`))[0]
    const mayWatch = viewer.isOwner || viewer.isAdmin
    if (!stored || (stored.isHidden && !mayWatch)) throw new Refusal('course_not_found')
    const course = mayWatch
      ? withLinks(stored.course, (url) => signMediaLink(mediaKey, url, now))
      : withoutLinks(stored.course)
    const answer: Course & { owned: boolean } = { ...course, owned: viewer.isOwner }
    const json = JSON.stringify(answer)
    courses.set(courseId, stored)
    answers.set(key, json)
    return json
  }
}

interface Kept {
  moment: string
  courses: Map<string, StoredCourse>
  /** JSON by course and kind of viewer. */
  answers: Map<string, string>
}

function keepNothing(moment: string): Kept {
  return { moment, courses: new Map(), answers: new Map() }
}

/** True if visitors see this course in the shop. */
export async function isOnSale(db: Database, courseId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from courses where id = ${courseId} and hidden_at is null`)
  return rows.length > 0
}
