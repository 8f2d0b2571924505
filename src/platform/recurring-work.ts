import type { FastifyBaseLogger } from 'fastify'

export interface RecurringWork {
  /** Waits for what is running; starts nothing more. */
  stop(): Promise<void>
}

interface Work {
  name: string
  everyInMs: number
  run: () => Promise<unknown>
}

/**
 * Runs each work again and again, one run after the other, with a little chance in the pauses so that
 * several processes do not ask at the same moment. What is due stands in the database and is claimed
 * there: this is only the clock.
 */
export function startRecurringWork(log: FastifyBaseLogger, works: Work[]): RecurringWork {
  let isStopped = false
  const wakes = new Set<() => void>()

  const loop = async (work: Work): Promise<void> => {
    while (!isStopped) {
      await work.run().catch((error: unknown) => {
        log.error({ err: error, work: work.name }, 'recurring work failed')
      })
      await pause(work.everyInMs * (0.8 + Math.random() * 0.4))
    }
  }
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isStopped) return resolve()
      const wake = (): void => {
        clearTimeout(timer)
        wakes.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      wakes.add(wake)
    })

  const loops = works.map(loop)
  return {
    stop: async () => {
      isStopped = true
      for (const wake of wakes) wake()
      await Promise.all(loops)
    },
  }
}
