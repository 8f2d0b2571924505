import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

export interface RecurringJobs {
  /** Starts nothing more, and waits for what is under way. */
  stop(): Promise<void>
}

interface Work {
  name: string
  everyInMs: number
  /**
   * One round. It ends soon after it is told to stop: with the letter, the question or the film that is
   * under way, not with all that waits for it.
   */
  run: (stopping: AbortSignal) => Promise<unknown>
}

/**
 * Runs each work again and again, one run after the other, with a little chance in the pauses so that
 * several processes do not ask at the same moment. What is due stands in the database and is claimed
 * there: this is only the clock.
 */
export function startRecurringJobs(
  log: FastifyBaseLogger,
  works: Work[],
  stopping?: AbortSignal,
): RecurringJobs {
  const stop = new AbortController()
  const signal = stopping ? AbortSignal.any([stopping, stop.signal]) : stop.signal

  const loop = async (work: Work): Promise<void> => {
    while (!signal.aborted) {
      await work.run(signal).catch((error: unknown) => {
        log.error({ err: error, work: work.name }, 'recurring work failed')
      })
      const pauseInMs = work.everyInMs * (0.8 + Math.random() * 0.4)
      await delay(pauseInMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const loops = works.map(loop)
  return {
    stop: async () => {
      stop.abort()
      await Promise.all(loops)
    },
  }
}
