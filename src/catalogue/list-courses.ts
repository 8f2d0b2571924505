import { sql } from 'drizzle-orm'
import type { DataVersion } from '../platform/data-version.ts'
import type { Database } from '../platform/database.ts'
import { pack } from '../platform/pack.ts'
import { layOut, type ReadyAnswer } from '../platform/send-packed.ts'
import type { Course } from './contract.ts'
import { readCourses, withoutLinks } from './read-courses.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/**
 * Makes the reader of all courses on sale, oldest first, without video links. The list is the same
 * for everybody, so it is kept packed in memory until public data changes.
 */
export function createListCourses(
  db: Database,
  dataVersion: Pick<DataVersion, 'current'>,
): () => Promise<ReadyAnswer> {
  let kept: { version: string; answer: Promise<ReadyAnswer> } | undefined
  return () => {
    const version = dataVersion.current()
    if (kept?.version === version) return kept.answer
    const reading = { version, answer: readList(db) }
    kept = reading
    reading.answer.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.answer
  }
}

async function readList(db: Database): Promise<ReadyAnswer> {
  const rows = await readCourses(db, sql`courses.hidden_at is null`)
  const courses: Course[] = rows.map(({ course }) => withoutLinks(course))
  return layOut(await pack(Buffer.from(JSON.stringify(courses)), 9), headers)
}
