import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { Database } from '../../../platform/database/database.ts'
import { ownedCondition } from '../../access/server/check-access.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import type * as contract from '../contract.ts'
import { findStyle } from './find-style.ts'
import { certificates } from './tables.ts'

/**
 * What the caller's certificate of a completed course says, or would say if it were issued now.
 * Issues nothing, so that a learner can look at the name before it is printed for good; refuses
 * what issuing would refuse.
 */
export async function previewCertificate(
  db: Database,
  caller: CurrentUser,
  courseId: string,
): Promise<ResponseOf<typeof contract.previewCertificate>> {
  const [row] = await db
    .select({
      printedName: certificates.printedName,
      printedTitle: certificates.courseTitle,
      issuedAt: certificates.issuedAt,
      name: users.name,
      title: courses.title,
      completedAt:
        sql`coalesce(${certificates.completedAt}, ${courseProgress.completedAt})`.mapWith(
          courseProgress.completedAt,
        ),
    })
    .from(courseProgress)
    .innerJoin(users, eq(users.id, courseProgress.learnerId))
    .innerJoin(courses, eq(courses.id, courseProgress.courseId))
    .leftJoin(
      certificates,
      and(
        eq(certificates.learnerId, courseProgress.learnerId),
        eq(certificates.courseId, courseProgress.courseId),
      ),
    )
    .where(
      and(
        eq(courseProgress.learnerId, caller.learnerId),
        eq(courseProgress.courseId, courseId),
        isNotNull(courseProgress.completedAt),
        sql.raw(ownedCondition('course_progress.learner_id', 'course_progress.course_id')),
      ),
    )
  if (!row) {
    await requireOwnCourse(db, caller, courseId)
    throw new ProblemError('course_not_completed')
  }
  const style = await findStyle(db, row.issuedAt ?? new Date())
  return {
    issued: row.printedName !== null,
    user_name: row.printedName ?? row.name,
    course_title: row.printedTitle ?? row.title,
    completion_date: row.completedAt.toISOString(),
    ...(style && { style }),
  }
}
