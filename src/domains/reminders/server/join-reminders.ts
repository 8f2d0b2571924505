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
  const notices = await db
    .delete(lessonNotices)
    .where(eq(lessonNotices.learnerId, fromId))
    .returning()
  if (notices.length > 0) {
    await db
      .insert(lessonNotices)
      .values(notices.map((row) => ({ ...row, learnerId })))
      .onConflictDoNothing()
  }
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.learnerId, fromId))
  const days = await db.delete(playedDays).where(eq(playedDays.learnerId, fromId)).returning()
  const [plan] = await db.delete(studyPlans).where(eq(studyPlans.learnerId, fromId)).returning()
  if (!plan) return
  await db
    .insert(studyPlans)
    .values({ ...plan, learnerId, remindedBy: 'none', nextAt: null })
    .onConflictDoNothing()
  if (days.length === 0) return
  await db
    .insert(playedDays)
    .values(days.map((row) => ({ ...row, learnerId })))
    .onConflictDoUpdate({
      target: [playedDays.learnerId, playedDays.day],
      set: { seconds: sql`${playedDays.seconds} + excluded.seconds` },
    })
}
