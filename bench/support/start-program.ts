import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import memory from '../../scripts/memory.json' with { type: 'json' }
import { asOwner } from '../../tests/support/as-owner.ts'
import { findFreePair } from '../../tests/support/find-free-pair.ts'

export interface RunningProgram {
  port: number
  pid: number
  url: string
  child: ChildProcess
  stop(): Promise<void>
}

/**
 * Starts the product as `npm start` does, in production mode, on a database that is there already,
 * and resolves once it answers.
 */
export async function startProduct(
  databaseUrl: string,
  env: Record<string, string> = {},
  execArgv: string[] = [],
): Promise<RunningProgram> {
  const dataDir = await mkdtemp(join(tmpdir(), 'academy-bench-product-'))
  const port = await findFreePair()
  const product = await startProgram('../../src/main.ts', port, {
    execArgv: [...memory.flags, ...execArgv],
    env: {
      NODE_ENV: 'production',
      ...memory.environment,
      NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)),
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: asOwner(databaseUrl),
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'administrators password',
      ...env,
    },
  })
  return {
    ...product,
    stop: async () => {
      await product.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface ProgramOptions {
  env: Record<string, string>
  /** What the program waits for, where it is too much for an environment. */
  message?: object
  execArgv?: string[]
}

/** Starts one of our programs, and resolves once something answers on its port. */
export async function startProgram(
  file: string,
  port: number,
  { env, message, execArgv = [] }: ProgramOptions,
): Promise<RunningProgram> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv,
  })
  if (message) child.send(message)
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await delay(20)
  }
  return {
    port,
    pid: child.pid ?? 0,
    url,
    child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}
