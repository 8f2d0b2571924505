import { type Bucket, consumeAttempt, refundAttempt } from '../../accounts/limits.ts'
import { ProblemError } from '../../http/problem.ts'

/**
 * Codes that nobody knows count against whoever tries them, so that none is found by guessing. Every
 * other outcome gives the try back.
 */
export async function guardCodes<Result>(
  buckets: Bucket[],
  code: string | null,
  use: () => Promise<Result>,
): Promise<Result> {
  if (code === null) return use()
  await consumeAttempt(buckets)
  try {
    const result = await use()
    await refundAttempt(buckets)
    return result
  } catch (error) {
    const isGuess = error instanceof ProblemError && error.code === 'coupon_unknown'
    if (!isGuess) await refundAttempt(buckets)
    throw error
  }
}
