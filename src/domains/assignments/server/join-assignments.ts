import { desc, eq, inArray } from 'drizzle-orm'
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
  const newest = db
    .selectDistinctOn([submissions.videoId], { id: submissions.id })
    .from(submissions)
    .where(eq(submissions.learnerId, intoId))
    .orderBy(submissions.videoId, desc(submissions.handedInAt), desc(submissions.id))
  const ids = (await newest).map(({ id }) => id)
  await db.update(submissions).set({ isLatest: true }).where(inArray(submissions.id, ids))
}
