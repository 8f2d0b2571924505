import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import type { Log } from '../platform/logging.ts'
import { StartError } from '../platform/start-error.ts'
import type { Academy } from './academy.ts'

/** What a worker says that cannot start. */
const failed = z.object({ failure: z.string() })

export interface Workers {
  /** Replaces every worker by a fresh one, each old one only once its successor serves. */
  restart(): Promise<void>
  /** Each answers what is under way; others serve at the same address already. */
  retire(): Promise<void>
  stop(): Promise<void>
}

/** A worker that ended this soon after its start would do so again. */
const quickDeathInMs = 5_000

/**
 * Starts worker processes that share one port, and replaces those that die. Told to stop, which may have
 * reached them too, it starts none any more and lets them end while the rest of the academy still works.
 */
export async function runWorkers(
  log: Log,
  { academy, count, stopping }: { academy: Academy; count: number; stopping: AbortSignal },
): Promise<Workers> {
  stopping.throwIfAborted()
  let restarting = Promise.resolve()
  cluster.setupPrimary({ args: [] })

  const keepAlive = (worker: Worker): void => {
    const startedAt = Date.now()
    worker.once('exit', (code, signal) => {
      if (stopping.aborted || worker.exitedAfterDisconnect) return
      log.error({ code, signal, worker_pid: worker.process.pid }, 'a worker died: starting another')
      void replace(Date.now() - startedAt < quickDeathInMs ? 1_000 : 0)
    })
  }
  const replace = async (pauseInMs: number): Promise<void> => {
    await delay(pauseInMs)
    if (stopping.aborted) return
    const fresh = forkWorker(academy)
    keepAlive(fresh)
    listening(fresh).catch((error: Error) => {
      if (!stopping.aborted) log.error({ reason: error.message }, 'a worker did not start')
    })
  }
  const stop = async (): Promise<void> => {
    const living = listWorkers().filter((worker) => !worker.isDead())
    const ended = living.map((worker) => once(worker, 'exit'))
    endAll()
    await Promise.all(ended)
  }
  const endAll = (): void => {
    for (const worker of listWorkers()) worker.process.kill('SIGTERM')
  }
  stopping.addEventListener('abort', endAll)

  const first = Array.from({ length: count }, () => forkWorker(academy))
  await Promise.all(first.map(listening)).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  first.forEach(keepAlive)

  const restart = async (): Promise<void> => {
    for (const old of listWorkers()) {
      if (stopping.aborted) return
      const fresh = forkWorker(academy)
      await listening(fresh)
      keepAlive(fresh)
      if (old.isConnected()) old.send('retire')
    }
  }
  const retire = async (): Promise<void> => {
    const living = listWorkers().filter((worker) => worker.isConnected())
    const ended = living.map((worker) => once(worker, 'exit'))
    for (const worker of living) worker.send('retire')
    await Promise.all(ended)
  }
  return {
    retire,
    restart: () => {
      restarting = restarting.catch(() => undefined).then(restart)
      return restarting
    },
    stop,
  }
}

function forkWorker(academy: Academy): Worker {
  return cluster.fork({ ACADEMY: JSON.stringify(academy) })
}

function listWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve())
    worker.on('message', (message) => {
      const heard = failed.safeParse(message)
      if (heard.success) reject(new StartError(heard.data.failure))
    })
    worker.once('exit', () => reject(new Error('A worker ended before it served.')))
  })
}
