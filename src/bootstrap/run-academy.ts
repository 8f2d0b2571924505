import cluster from 'node:cluster'
import { explainStartFailure } from '../platform/explain-start-failure.ts'
import { createLog, type Log } from '../platform/logging.ts'
import { openServiceManager } from '../platform/notify-systemd.ts'
import { readGivenSettings, type Settings } from '../platform/settings.ts'
import { type Closers, createClosers } from './closers.ts'
import { createHandOver } from './hand-over.ts'
import { isSuccessor } from './kept-socket.ts'
import { openServices } from './open-services.ts'
import { prepareAcademy, runMigrations } from './prepare-academy.ts'
import { runRecurringJobs } from './run-recurring-jobs.ts'

/** Opens the academy as the environment says, and closes it cleanly when it is told to stop. */
export async function runAcademy(closeTelemetry: () => unknown = () => undefined): Promise<void> {
  const closers = createClosers()
  closers.push(closeTelemetry)
  const stop = createStop(closers)
  const fail = createFail(stop, closers.stopping)
  process.on('uncaughtException', fail) // also what was rejected and not awaited
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0))
  process.on('SIGHUP', () => {
    if (!cluster.isWorker) void stop(0) // else meant for the primary, also when a terminal sends it to all
  })
  try {
    const settings = readGivenSettings(process.env)
    const log = createLog(settings.logLevel)
    if (cluster.isWorker) {
      const { runWorker } = await import('./run-worker.ts')
      await runWorker(settings, log, closers)
    } else {
      // Started by scripts/start.js: when that is gone, even by kill -9, nobody would stop us.
      if (process.send) process.once('disconnect', () => void stop(0))
      await openAcademy(settings, log, { closers, stop })
    }
    process.off('uncaughtException', fail) // from now on a fault is worth its stack
  } catch (error) {
    fail(error)
  }
}

async function openAcademy(
  given: Settings,
  log: Log,
  { closers, stop }: { closers: Closers; stop: (exitCode: number) => Promise<void> },
): Promise<void> {
  const handOver = createHandOver({ succeeds: isSuccessor(process.env) })
  const isDevelopment = process.argv.includes('--dev')
  const manager = openServiceManager(process.env, log)
  closers.stopping.addEventListener('abort', () => manager.stopping())
  const isAlone = isDevelopment || given.workers === 1
  // Read from the disk while the database starts.
  const [{ academy, database, owner, settings }, serving] = await Promise.all([
    prepareAcademy(given, log, { closers, say, handOver }),
    isAlone ? import('./serve-academy.ts') : import('./run-workers.ts'),
  ])
  const parts = await openServices({ settings, academy, log, database }, closers)
  const { stopping } = closers
  let serveOutAll: () => Promise<void>
  if ('serveAcademy' in serving) {
    const { app, serveOut } = await serving.serveAcademy(parts, closers, { isDevelopment })
    serveOutAll = () => serveOut(() => app.server.close(), stopping)
  } else {
    const starting = serving.runWorkers(log, { academy, count: settings.workers, stopping })
    const workers = await closers.open(starting, (running) => running.stop())
    serveOutAll = () => workers.retire()
    // From now on it starts the workers anew. Without a listener for a moment it would end us as we are.
    const former = process.listeners('SIGHUP')
    process.on('SIGHUP', () => {
      runMigrations(owner, log)
        .then(() => workers.restart())
        .catch((error: unknown) => {
          if (!stopping.aborted) log.error({ err: error }, 'workers not restarted')
        })
    })
    for (const listener of former) process.off('SIGHUP', listener)
  }
  const jobs = createClosers(stopping)
  const endJobs = () =>
    jobs.closeAll((error) => log.warn({ reason: error.message }, 'while stopping'))
  closers.push(endJobs)
  await runRecurringJobs(parts, jobs, owner.url)
  stopping.throwIfAborted()
  manager.ready()

  if (settings.publicSandbox) {
    say(
      'WARNING: this is a PUBLIC SANDBOX (SANDBOX=public): strangers may use it, and no payment is real.',
    )
  }
  const mode = settings.sandbox ? ' (sandbox)' : ''
  say(`${settings.brand.name} is open at ${academy.publicUrl}${mode}`)
  if (isDevelopment) return // its sources are watched, and it is started anew
  handOver.follow(log, async () => {
    manager.retire()
    await Promise.all([endJobs(), serveOutAll()])
    await stop(0)
  })
}

/** Says once why the start failed, in a sentence, and ends. What fails once all is being closed follows from that. */
function createFail(
  stop: (exitCode: number) => Promise<void>,
  stopping: AbortSignal,
): (error: unknown) => void {
  let hasFailed = false
  const end = async (error: unknown): Promise<void> => {
    await tellFailure(explainStartFailure(error))
    const isCurious = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')
    if (isCurious && error instanceof Error) process.stderr.write(`${error.stack}\n`)
    await stop(1)
  }
  return (error) => {
    if (hasFailed || stopping.aborted) return
    hasFailed = true
    void end(error)
  }
}

/** A worker leaves it to the primary, which may hear it from several. */
async function tellFailure(failure: string): Promise<void> {
  if (cluster.isWorker && process.connected) {
    await new Promise((resolve) => process.send?.({ failure }, resolve))
  } else {
    process.stderr.write(`${failure}\n`)
  }
}

function createStop(closers: Closers): (exitCode: number) => Promise<void> {
  let isStopping = false
  return async (exitCode) => {
    if (isStopping) return
    isStopping = true
    await closers.closeAll((error) => {
      process.stderr.write(`While stopping: ${error.message}\n`)
    })
    process.exit(exitCode)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
