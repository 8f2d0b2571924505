import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { submissionFiles, submissions } from './tables.ts'

/**
 * What both handed in is of the account that stays; of one assignment the newest is the one that counts.
 * Inside the transaction that joins.
 */
export async function joinAssignments(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const learnerId = intoId
  await db.update(submissionFiles).set({ learnerId }).where(eq(submissionFiles.learnerId, fromId))
  const moved = await db
    .update(submissions)
    .set({ learnerId, isLatest: false })
    .where(eq(submissions.learnerId, fromId))
    .returning({ id: submissions.id })
  if (moved.length === 0) return
  await db.update(submissions).set({ isLatest: false }).where(eq(submissions.learnerId, intoId))
  await db.execute(sql`
    update submissions set is_latest = true where id in (
      select distinct on (video_id) id from submissions where learner_id = ${intoId}
       order by video_id, handed_in_at desc, id desc)`)
}
