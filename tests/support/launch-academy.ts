import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { findFreePair } from './find-free-pair.ts'

const root = join(import.meta.dirname, '../..')
const stopTimeoutInMs = 300_000
/** Somebody took the port, or the one beside it, after we had found it free. */
const wasTaken = /port \d+ of 127\.0\.0\.1 is in use by another program/i

type Environment = Record<string, string>

export interface LaunchedAcademy {
  url: string
  pid: number
  /** The payment provider's stand-in. */
  razorpayUrl: string
  /** All that it has printed until now. */
  output(): string
  ended: Promise<End>
  /** Tells it to stop, and fails if it failed at anything meanwhile. */
  stop(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
}

/** As a child process tells it: one of them is null. */
interface End {
  code: number | null
  signal: NodeJS.Signals | null
}

interface LaunchOptions {
  /** Of Node, before the program. */
  execArgv?: string[]
  /** As a shell starts it: with a process group of its own, which can be signalled as a whole. */
  ownGroup?: boolean
  /** It is told to by the test, even before it is open. */
  mayEnd?: boolean
}

/**
 * Runs the built product as a process of its own, on ports that nobody else has: no look at a port
 * before can promise that, so it is launched again on others when it says that they were taken.
 * Resolves once it is open; rejects with what it said when it does not open.
 */
export async function launchAcademy(
  env: Environment | ((port: number) => Environment),
  options: LaunchOptions = {},
): Promise<LaunchedAcademy> {
  for (;;) {
    const port = await findFreePair()
    const academy = run(port, typeof env === 'function' ? env(port) : env, options)
    const end = await Promise.race([academy.opened, academy.ended])
    if (end === undefined) return academy
    if (wasTaken.test(academy.output())) continue
    if (options.mayEnd) return academy
    throw new Error(`The academy ended with ${end.code ?? end.signal}:\n${academy.output()}`)
  }
}

function run(port: number, env: Environment, { execArgv = [], ownGroup = false }: LaunchOptions) {
  const child = spawn(process.execPath, [...execArgv, 'src/main.ts'], {
    cwd: root,
    detached: ownGroup,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
      PORT: String(port),
    },
    // With a channel to us, it stops by itself should this run be killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const opened = new Promise<undefined>((resolve) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString()
      if (/ is open at http/.test(output)) resolve(undefined)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
  })
  const ended = waitForEnd(child)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? Number.NaN, // never 0, which would be our own group
    razorpayUrl: `http://127.0.0.1:${port + 1}`,
    output: () => output,
    opened,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutInMs)
      const { code, signal } = await ended
      clearTimeout(timeout)
      if (code !== 0) throw new Error(`It did not stop cleanly (${code ?? signal}):\n${output}`)
      const failures = output.split('\n').filter((line) => /"level":[56]0/.test(line))
      if (failures.length > 0) throw new Error(`The academy failed:\n${failures.join('\n')}`)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function waitForEnd(child: ChildProcess): Promise<End> {
  await once(child, 'close')
  return { code: child.exitCode, signal: child.signalCode }
}
