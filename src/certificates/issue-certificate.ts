import { eq, sql } from 'drizzle-orm'
import { ownedCondition } from '../access/check-access.ts'
import { users } from '../accounts/tables.ts'
import { courses } from '../catalogue/tables.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { ProblemError } from '../http/problem.ts'
import type { Reading } from '../http/reading.ts'
import { requireOwnCourse } from '../learning/require-own-course.ts'
import { courseProgress } from '../learning/tables.ts'
import type { Database } from '../platform/database/database.ts'
import { newCertificateId } from './certificate-id.ts'
import { type Certificate, certificates } from './tables.ts'

/** The id of a certificate that holds, if its course is still owned. */
export const certificateStanding: Reading<string | null> = {
  name: 'certificate_standing',
  select: `
    select certificates.id from certificates
     where certificates.learner_id = caller.id and certificates.course_id = asked.course_id
       and certificates.revoked_at is null
       and ${ownedCondition('caller.id', 'asked.course_id')}`,
  params: ['course_id'],
}

/**
 * The certificate of a course that the caller owns and has completed; issued at the first call and
 * never changed. One that was revoked holds again once the course is owned again. `known` is the
 * `certificateStanding`.
 */
export async function issueCertificate(
  { db, brandName }: { db: Database; brandName: string },
  caller: CurrentUser,
  courseId: string,
  known: string | null,
): Promise<Certificate> {
  if (known !== null) {
    const [found] = await db.select().from(certificates).where(eq(certificates.id, known))
    if (found) return found
  }
  const [issued] = await db
    .insert(certificates)
    .select(
      db
        .select({
          id: sql`${newCertificateId(brandName)}::text`.as('id'),
          learnerId: courseProgress.learnerId,
          courseId: courseProgress.courseId,
          printedName: users.name,
          courseTitle: courses.title,
          completedAt: courseProgress.completedAt,
          issuedAt: sql`clock_timestamp()`.as('issued_at'),
          revokedAt: sql`null`.as('revoked_at'),
        })
        .from(courseProgress)
        .innerJoin(users, eq(users.id, courseProgress.learnerId))
        .innerJoin(courses, eq(courses.id, courseProgress.courseId))
        .where(
          sql`${courseProgress.learnerId} = ${caller.learnerId}
              and ${courseProgress.courseId} = ${courseId}
              and ${courseProgress.completedAt} is not null
              and ${sql.raw(ownedCondition('course_progress.learner_id', 'course_progress.course_id'))}`,
        ),
    )
    .onConflictDoUpdate({
      target: [certificates.learnerId, certificates.courseId],
      set: { revokedAt: null },
    })
    .returning()
  if (issued) return issued
  await requireOwnCourse(db, caller, courseId)
  throw new ProblemError('course_not_completed')
}
