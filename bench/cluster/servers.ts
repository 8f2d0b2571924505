import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** One server of the cluster, a process of its own that writes its log to a file. */
export interface Server {
  start(): void
  isRunning(): boolean
  /** `kill -9`, of this one process. */
  kill(): Promise<void>
  stop(): Promise<void>
  readLog(): string
}

interface Command {
  path: string
  args: string[]
  env?: Record<string, string>
  cwd?: string
  logPath: string
  /** As whom it runs; PostgreSQL and PgBouncer refuse to be root's. */
  owner?: Owner
}

interface Owner {
  uid: number
  gid: number
}

export function createServer(command: Command): Server {
  let child: ChildProcess | null = null
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    start() {
      if (isRunning()) return
      const log = openSync(command.logPath, 'a')
      child = spawn(command.path, command.args, {
        env: { PATH: process.env['PATH'], ...command.env },
        stdio: ['ignore', log, log],
        ...(command.cwd && { cwd: command.cwd }),
        ...command.owner,
      })
      child.on('error', () => undefined) // told by what waits for it
      closeSync(log)
    },
    isRunning,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    readLog: () => readFileSync(command.logPath, 'utf8'),
  }
}

/** Who runs the database: Debian's user for it where we are root, otherwise ourselves. */
export function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (kind: string) =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Asks again until the answer is yes; after two minutes it fails with what is waited for. */
export async function waitFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error(`${what} does not come`)
    await delay(100)
  }
}

/** Of a GET; 0 while nobody answers. */
export async function statusOf(url: string): Promise<number> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.status
    },
    () => 0,
  )
}
