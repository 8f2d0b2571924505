import { and, DrizzleQueryError, eq, isNull, sql } from 'drizzle-orm'
import pg from 'pg'
import { ProblemError } from '../../../http/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { courses } from './tables.ts'

/**
 * Takes a course off sale. It is removed if nothing hangs on it; a course with payments, owners or
 * certificates is hidden instead, and its owners keep it. Resolves to whether it was kept.
 */
export async function deleteCourse(
  outer: Database,
  courseId: string,
): Promise<{ isKeptForBuyers: boolean }> {
  return outer.transaction(async (db) => {
    const found = await db
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.id, courseId), isNull(courses.hiddenAt)))
      .for('update')
    if (found.length === 0) throw new ProblemError('course_not_found')
    const isKeptForBuyers = !(await removeIfUnused(db, courseId))
    if (isKeptForBuyers) {
      await db
        .update(courses)
        .set({ hiddenAt: sql`clock_timestamp()` })
        .where(eq(courses.id, courseId))
    }
    return { isKeptForBuyers }
  })
}

/** Later domains hold on to a course by foreign keys: those decide, also against a parallel buyer. */
export async function removeIfUnused(outer: Database, courseId: string): Promise<boolean> {
  try {
    await outer.transaction(async (db) => {
      await db.delete(courses).where(eq(courses.id, courseId))
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
