import { ProblemError } from '../../../../http/problem.ts'
import {
  awaitTurn,
  type Bucket,
  consumeAttemptIfLeft,
  type Limits,
  refundAttempt,
} from '../../../accounts/server/limits.ts'
import { networkOf } from '../../../accounts/server/network-of.ts'

export type CouponLimits = Pick<
  Limits,
  'unknownCouponByLearner' | 'unknownCouponByNetwork' | 'couponTurn'
>

interface Guesses {
  unknown: Bucket
  turn: Bucket
}

/**
 * Where the tries of somebody count. A learner's are nobody else's: not their network's, in which
 * others may guess (docs/decisions/0072).
 */
export function guessesOf(
  limits: CouponLimits,
  caller: { learnerId: string } | null,
  ip: string,
): Guesses {
  const counted = caller?.learnerId ?? networkOf(ip)
  const unknown = caller ? limits.unknownCouponByLearner : limits.unknownCouponByNetwork
  return { unknown: unknown(counted), turn: limits.couponTurn(counted) }
}

/**
 * Codes that nobody knows count against whoever tries them, and every other outcome gives the try
 * back. Who has no try left waits for a turn: what is right passes, and guessing takes long.
 */
export async function guardCodes<Result>(
  { unknown, turn }: Guesses,
  code: string | null,
  use: () => Promise<Result>,
): Promise<Result> {
  if (code === null) return use()
  if (!(await consumeAttemptIfLeft([unknown]))) {
    await awaitTurn(turn)
    return use()
  }
  try {
    const result = await use()
    await refundAttempt([unknown])
    return result
  } catch (error) {
    const isGuess = error instanceof ProblemError && error.code === 'coupon_unknown'
    if (!isGuess) await refundAttempt([unknown])
    throw error
  }
}
