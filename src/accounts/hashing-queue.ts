import { ProblemError } from '../http/problem.ts'

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
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= runningAtOnce) {
      if (waiting.length >= waitingAtMost)
        throw new ProblemError('too_busy', { retryAfterInSeconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
