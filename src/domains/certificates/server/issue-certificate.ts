import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { CurrentUser } from '../../../http/server/current-user.ts'
import type { SessionQuery } from '../../../http/server/session-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Brand } from '../../../platform/settings.ts'
import { ownedCondition } from '../../access/server/check-access.ts'
import { lockAccess } from '../../access/server/lock-access.ts'
import { users } from '../../accounts/server/tables.ts'
import { courses } from '../../catalogue/server/tables.ts'
import { requireOwnCourse } from '../../learning/server/require-own-course.ts'
import { courseProgress } from '../../learning/server/tables.ts'
import { newCertificateId } from './certificate-id.ts'
import { certificates } from './tables.ts'

/** The id of a certificate that holds, if its course is still owned. */
export const heldCertificateQuery: SessionQuery<string | null> = {
  name: 'held_certificate',
  select: `
    select certificates.id from certificates
     where certificates.learner_id = caller.id and certificates.course_id = asked.course_id
       and certificates.revoked_at is null
       and ${ownedCondition('caller.id', 'asked.course_id')}`,
  params: ['course_id'],
}

/**
 * Issues the certificate of a course that the caller owns and has completed, once; resolves to its
 * id. One that was revoked holds again once the course is owned again.
 */
export async function issueCertificate(
  deps: { db: Database; brand: Pick<Brand, 'name'> },
  caller: CurrentUser,
  courseId: string,
): Promise<string> {
  const issued = await issueIfEarned(deps, { learnerId: caller.learnerId, courseId })
  if (issued !== null) return issued
  await requireOwnCourse(deps.db, caller, courseId)
  throw new ProblemError('course_not_completed')
}

/** A refund or withdrawal of this moment either comes before, or revokes what is issued here. */
function issueIfEarned(
  { db: outer, brand }: { db: Database; brand: Pick<Brand, 'name'> },
  { learnerId, courseId }: { learnerId: string; courseId: string },
): Promise<string | null> {
  return outer.transaction(async (db) => {
    await lockAccess(db, { learnerId, courseId })
    const [issued] = await db
      .insert(certificates)
      .select(
        db
          .select({
            id: sql`${newCertificateId(brand.name)}::text`.as('id'),
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
            sql`${courseProgress.learnerId} = ${learnerId}
                and ${courseProgress.courseId} = ${courseId}
                and ${courseProgress.completedAt} is not null
                and ${sql.raw(ownedCondition('course_progress.learner_id', 'course_progress.course_id'))}`,
          ),
      )
      .onConflictDoUpdate({
        target: [certificates.learnerId, certificates.courseId],
        set: { revokedAt: null },
      })
      .returning({ id: certificates.id })
    return issued?.id ?? null
  })
}
