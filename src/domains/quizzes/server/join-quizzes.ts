import { and, asc, eq, isNull, max } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { quizAttempts } from './tables.ts'

/**
 * Tries of both accounts are tries of the one that stays. Of two that are open the other account's is
 * dropped: nobody hands in two. The open one stays the last.
 */
export async function joinQuizzes(db: Database, { fromId, intoId }: Joined): Promise<void> {
  const open = await db
    .select({ id: quizAttempts.id, videoId: quizAttempts.videoId, number: quizAttempts.number })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.learnerId, intoId), isNull(quizAttempts.submittedAt)))
  for (const { videoId } of open) {
    await db
      .delete(quizAttempts)
      .where(
        and(
          eq(quizAttempts.learnerId, fromId),
          eq(quizAttempts.videoId, videoId),
          isNull(quizAttempts.submittedAt),
        ),
      )
  }
  const moving = await db
    .select({ id: quizAttempts.id, videoId: quizAttempts.videoId })
    .from(quizAttempts)
    .where(eq(quizAttempts.learnerId, fromId))
    .orderBy(asc(quizAttempts.number))
  if (moving.length === 0) return
  const taken = await db
    .select({ videoId: quizAttempts.videoId, number: max(quizAttempts.number) })
    .from(quizAttempts)
    .where(eq(quizAttempts.learnerId, intoId))
    .groupBy(quizAttempts.videoId)
  const numbers = new Map(taken.map(({ videoId, number }) => [videoId, number ?? 0]))
  for (const { id, videoId, number } of open) {
    const before = moving.filter((one) => one.videoId === videoId).length
    await db
      .update(quizAttempts)
      .set({ number: number + before })
      .where(eq(quizAttempts.id, id))
    numbers.set(videoId, number - 1)
  }
  for (const { id, videoId } of moving) {
    const number = (numbers.get(videoId) ?? 0) + 1
    await db.update(quizAttempts).set({ learnerId: intoId, number }).where(eq(quizAttempts.id, id))
    numbers.set(videoId, number)
  }
}
