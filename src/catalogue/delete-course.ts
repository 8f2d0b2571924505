import { DrizzleQueryError, sql } from 'drizzle-orm'
import pg from 'pg'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../platform/database/database.ts'

/**
 * Takes a course off sale. It is removed if nothing hangs on it; a course with payments, owners or
 * certificates is hidden instead, and its owners keep it. Resolves to whether it was kept.
 */
export async function deleteCourse(
  outer: Database,
  courseId: string,
): Promise<{ isKeptForBuyers: boolean }> {
  return outer.transaction(async (db) => {
    const { rows } = await db.execute(sql`
      select 1 from courses where id = ${courseId} and hidden_at is null for update`)
    if (rows.length === 0) throw new ProblemError('course_not_found')
    const isKeptForBuyers = !(await removeIfUnused(db, courseId))
    if (isKeptForBuyers) {
      await db.execute(sql`
        update courses set hidden_at = clock_timestamp() where id = ${courseId}`)
    }
    return { isKeptForBuyers }
  })
}

/** Later domains hold on to a course by foreign keys: those decide, also against a parallel buyer. */
async function removeIfUnused(outer: Database, courseId: string): Promise<boolean> {
  try {
    await outer.transaction(async (db) => {
      await db.execute(sql`delete from courses where id = ${courseId}`)
    })
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

function isForeignKeyViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error
  return cause instanceof pg.DatabaseError && cause.code === '23503'
}
