import { eq, sql } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Audit } from '../../../http/server/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { ListedReview } from '../contract.ts'
import { readListed } from './list-reviews.ts'
import { reviewReports, reviews } from './tables.ts'

interface Change extends Partial<Pick<typeof reviews.$inferInsert, 'answer' | 'hiddenBecause'>> {
  /** The answer that is to be replaced; undefined: whichever stands. */
  seen?: string | null | undefined
}

/**
 * Sets the academy's answer, or hides or shows a review; then whoever reported it has been heard. Refused with
 * `review_not_found`, and with `review_answered` if there is an answer that the caller has not seen.
 */
export async function moderateReview(
  outer: Database,
  id: string,
  { seen, ...change }: Change,
  audit: Audit,
): Promise<ListedReview> {
  return outer.transaction(async (db) => {
    const [before] = await db.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!before) throw new ProblemError('review_not_found')
    const { answer } = change
    // What stands already may be of this very call, whose answer was lost.
    if (seen !== undefined && seen !== before.answer && answer !== before.answer)
      throw new ProblemError('review_answered')
    await db
      .update(reviews)
      .set({
        ...change,
        ...(answer !== undefined && {
          answeredAt: answer === null ? null : sql`clock_timestamp()`,
        }),
      })
      .where(eq(reviews.id, id))
    if ('hiddenBecause' in change) {
      await db.delete(reviewReports).where(eq(reviewReports.reviewId, id))
    }
    const after = await readListed(db, id)
    // What the review says stands with it; the log has what was done to which, and why.
    const tell = (answer: string | null, hiddenBecause: string | null) => ({
      learner: before.learnerId,
      course: before.courseId,
      is_answered: answer !== null,
      hidden_because: hiddenBecause,
    })
    await audit(db, {
      subject: { kind: 'review', id },
      before: tell(before.answer, before.hiddenBecause),
      after: tell(after.answer, after.hidden_because),
    })
    return after
  })
}
