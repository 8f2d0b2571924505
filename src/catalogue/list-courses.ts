import { sql } from 'drizzle-orm'
import { pack } from '../http/pages/pack.ts'
import { layOut, type ReadyAnswer } from '../http/pages/send-packed.ts'
import type { DataVersion } from '../platform/database/data-version.ts'
import type { Database } from '../platform/database/database.ts'
import type { Course } from './contract.ts'
import { readCourses, withoutLinks } from './read-courses.ts'

const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

interface ListCourses {
  read(): Promise<ReadyAnswer>
  /** The list if it has been read since public data last changed. */
  findKept(): ReadyAnswer | undefined
}

interface Reading {
  version: string
  answer: Promise<ReadyAnswer>
  done?: ReadyAnswer
}

/**
 * Makes the reader of all courses on sale, oldest first, without video links. The list is the same
 * for everybody, so it is kept packed in memory until public data changes.
 */
export function createListCourses(
  db: Database,
  dataVersion: Pick<DataVersion, 'current'>,
): ListCourses {
  let kept: Reading | undefined
  const settle = async (reading: Reading): Promise<void> => {
    try {
      reading.done = await reading.answer
    } catch {
      if (kept === reading) kept = undefined // the next one tries again
    }
  }
  return {
    findKept: () => (kept?.version === dataVersion.current() ? kept.done : undefined),
    read: () => {
      const version = dataVersion.current()
      if (kept?.version === version) return kept.answer
      kept = { version, answer: readList(db) }
      void settle(kept)
      return kept.answer
    },
  }
}

async function readList(db: Database): Promise<ReadyAnswer> {
  const rows = await readCourses(db, sql`courses.hidden_at is null`)
  const courses: Course[] = rows.map(({ course }) => withoutLinks(course))
  return layOut(await pack(Buffer.from(JSON.stringify(courses)), 9), headers)
}
