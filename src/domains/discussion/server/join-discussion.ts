import { eq } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import {
  answers,
  discussionBlocks,
  discussionMails,
  discussionNotices,
  discussionReports,
  questions,
} from './tables.ts'

/** What both asked, answered, chose and were kept from is of the account that stays. Inside the transaction that joins. */
export async function joinDiscussion(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const learnerId = intoId
  await db.update(questions).set({ learnerId }).where(eq(questions.learnerId, fromId))
  await db.update(answers).set({ learnerId }).where(eq(answers.learnerId, fromId))
  for (const table of [discussionReports, discussionBlocks, discussionMails, discussionNotices]) {
    const rows = await db.delete(table).where(eq(table.learnerId, fromId)).returning()
    const moved = rows.map((row) => ({ ...row, learnerId }))
    if (moved.length > 0) await db.insert(table).values(moved).onConflictDoNothing()
  }
}
