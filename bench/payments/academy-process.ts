import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The real server as a process of its own, to be killed and started again. */
export interface AcademyProcess {
  url: string
  /** Starts it and resolves once it answers and its database does. */
  start(): Promise<void>
  launch(): void
  waitUntilReady(): Promise<void>
  /** `kill -9`, of this one process and nothing else. */
  kill(): Promise<void>
  /** `kill -9` of the database server alone; which it was, or null if it was not running. */
  killDatabase(): Promise<number | null>
  findDatabase(): Promise<number | null>
  /** Asks it to stop and resolves to its exit code. */
  stop(): Promise<number | null>
  /** The last of its log for each time it ended without being told to. */
  ownEnds(): string[]
}

interface ProcessOptions {
  port: number
  dataDir: string
  logPath: string
  env: Record<string, string>
}

const root = new URL('../..', import.meta.url)
const startLimitInMs = 180_000

export function createAcademyProcess(options: ProcessOptions): AcademyProcess {
  const url = `http://127.0.0.1:${options.port}`
  let child: ChildProcess | null = null
  const ownEnds: string[] = []
  let isWanted = false

  function launch(): void {
    isWanted = true
    const log = openSync(options.logPath, 'a')
    const started = spawn(process.execPath, ['src/main.ts'], {
      cwd: root,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment(options) },
      stdio: ['ignore', log, log, 'ipc'], // over which it sees when we are gone
    })
    closeSync(log)
    child = started
    started.once('exit', () => {
      if (child !== started || !isWanted) return
      ownEnds.push(readTail(options.logPath))
      if (ownEnds.length < 10) launch() // as whatever looks after a server does
    })
  }

  async function waitUntilReady(): Promise<void> {
    const until = Date.now() + startLimitInMs
    while (!(await isReady(url))) {
      if (Date.now() > until || ownEnds.length >= 10)
        throw new Error(`The academy does not start:\n${readTail(options.logPath)}`)
      await delay(20)
    }
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    isWanted = false
    if (child === null || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  return {
    url,
    launch,
    waitUntilReady,
    async start() {
      launch()
      await waitUntilReady()
    },
    async kill() {
      await end('SIGKILL')
    },
    async killDatabase() {
      const pid = readPostmasterPid(options.dataDir)
      try {
        if (pid !== null) process.kill(pid, 'SIGKILL')
        return pid
      } catch {
        return null // it was down already
      }
    },
    findDatabase: async () => readPostmasterPid(options.dataDir),
    stop: () => end('SIGTERM'),
    ownEnds: () => ownEnds,
  }
}

function readTail(logPath: string): string {
  return readFileSync(logPath, 'utf8').trim().split('\n').slice(-5).join('\n')
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) })
    .then((answer) => answer.ok)
    .catch(() => false)
}

function environment({ port, dataDir, env }: ProcessOptions): Record<string, string> {
  return { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, SEED: 'none', ...env }
}

function readPostmasterPid(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    return pid > 0 ? pid : null
  } catch {
    return null
  }
}
