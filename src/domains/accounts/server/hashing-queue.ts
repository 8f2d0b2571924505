import pLimit from 'p-limit'
import { ProblemError } from '../../../http/problem.ts'

interface HashingQueueOptions {
  runningAtOnce: number
  /** More than this many waiting would wait longer than people do: they are refused with `too_busy`. */
  waitingAtMost: number
}

/** Runs costly work a few at a time, in the order asked. */
export function createHashingQueue({
  runningAtOnce,
  waitingAtMost,
}: HashingQueueOptions): <T>(work: () => Promise<T>) => Promise<T> {
  const limit = pLimit(runningAtOnce)
  return async (work) => {
    if (limit.pendingCount >= waitingAtMost)
      throw new ProblemError('too_busy', { retryAfterInSeconds: 5 })
    return limit(work)
  }
}
