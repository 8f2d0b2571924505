import { sql } from 'drizzle-orm'
import { ownedCondition } from '../access/check-access.ts'
import { users } from '../accounts/tables.ts'
import { courses } from '../catalogue/tables.ts'
import type { Caller } from '../http/caller.ts'
import { Refusal } from '../http/problem.ts'
import type { Reading } from '../http/reading.ts'
import { requireOwnCourse } from '../learning/require-own-course.ts'
import { courseProgress } from '../learning/tables.ts'
import type { Database } from '../platform/database.ts'
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
 * never changed. One that was revoked holds again once the course is owned again.
 */
export async function issueCertificate(
  { db, brandName }: { db: Database; brandName: string },
  caller: Caller,
  courseId: string,
): Promise<Certificate> {
  await requireOwnCourse(db, caller, courseId)
  const found = await findCertificate(db, caller.learnerId, courseId)
  if (found && found.revokedAt === null) return found

  const [facts] = await db
    .select({
      printedName: users.name,
      courseTitle: courses.title,
      completedAt: courseProgress.completedAt,
    })
    .from(courseProgress)
    .innerJoin(users, sql`${users.id} = ${courseProgress.learnerId}`)
    .innerJoin(courses, sql`${courses.id} = ${courseProgress.courseId}`)
    .where(
      sql`${courseProgress.learnerId} = ${caller.learnerId}
          and ${courseProgress.courseId} = ${courseId}`,
    )
  const completedAt = facts?.completedAt ?? null
  if (!facts || completedAt === null) throw new Refusal('course_not_completed')

  const [issued] = await db
    .insert(certificates)
    .values({
      id: newCertificateId(brandName),
      learnerId: caller.learnerId,
      courseId,
      ...facts,
      completedAt,
      issuedAt: sql`clock_timestamp()`,
    })
    .onConflictDoUpdate({
      target: [certificates.learnerId, certificates.courseId],
      set: { revokedAt: null },
    })
    .returning()
  if (!issued) throw new Error('The certificate was not stored')
  return issued
}

async function findCertificate(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<Certificate | undefined> {
  const [found] = await db
    .select()
    .from(certificates)
    .where(sql`${certificates.learnerId} = ${learnerId} and ${certificates.courseId} = ${courseId}`)
  return found
}
