import { sql } from 'drizzle-orm'
import type { Database } from '../platform/database/database.ts'

/** Withdraws a learner's certificate of a course, if there is one and nothing else opens the course. */
export async function revokeCertificate(
  db: Database,
  learnerId: string,
  courseId: string,
): Promise<void> {
  await db.execute(sql`
    update certificates set revoked_at = clock_timestamp()
     where learner_id = ${learnerId} and course_id = ${courseId} and revoked_at is null
       and not exists (
         select 1 from entitlements where learner_id = ${learnerId} and course_id = ${courseId})`)
}
