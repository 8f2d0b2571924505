import { and, asc, eq, isNull, max } from 'drizzle-orm'
import type { Database } from '../../../platform/database/database.ts'
import type { Joined } from '../../accounts/server/joined.ts'
import { quizAttempts } from './tables.ts'

/**
 * Tries of both accounts are tries of the one that stays. Of two that are open the other account's is
 * dropped: nobody hands in two.
 */
export async function joinQuizzes(db: Database, { fromId, intoId }: Joined): Promise<void> {
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
  const open = await db
    .select({ videoId: quizAttempts.videoId })
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
  for (const { id, videoId } of moving) {
    const number = (numbers.get(videoId) ?? 0) + 1
    const moved = await db
      .update(quizAttempts)
      .set({ learnerId: intoId, number })
      .where(eq(quizAttempts.id, id))
      .returning({ id: quizAttempts.id })
    if (moved.length > 0) numbers.set(videoId, number)
  }
}
