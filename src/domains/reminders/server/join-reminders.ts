import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { lessonNotices, playedDays, pushSubscriptions, studyPlans } from './tables.ts'

/**
 * The plan of the account that stays holds, else the other's, which no longer reminds: that was agreed to
 * for an address that gets none any more. Days of both count. Inside the transaction that joins.
 */
export async function joinReminders(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const learnerId = intoId
  // Those of the account that stays are made as it gets the courses.
  await db.delete(lessonNotices).where(eq(lessonNotices.learnerId, fromId))
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.learnerId, fromId))
  const [plan] = await db.delete(studyPlans).where(eq(studyPlans.learnerId, fromId)).returning()
  if (!plan) return
  await db
    .insert(studyPlans)
    .values({ ...plan, learnerId, remindedBy: 'none', nextAt: null })
    .onConflictDoNothing()
  const days = await db.delete(playedDays).where(eq(playedDays.learnerId, fromId)).returning()
  if (days.length === 0) return
  await db
    .insert(playedDays)
    .values(days.map((row) => ({ ...row, learnerId })))
    .onConflictDoUpdate({
      target: [playedDays.learnerId, playedDays.day],
      set: { seconds: sql`${playedDays.seconds} + excluded.seconds` },
    })
}
