import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface KeptTrial {
  child: ChildProcess
  output(): string
  /** What it noted of who serves. */
  serving(): { from: string; process: number; failure?: string; at: number }
  handOverTo(release: string): Promise<void>
  stop(): Promise<number | null>
}

/** Starts a release as an operator would, by its own `scripts/start.js`, and resolves once it is open. */
export async function keepTrial(
  release: string,
  env: Record<string, string> & { DATA_DIR: string },
): Promise<KeptTrial> {
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: release,
    env: {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'warn',
      SEED: 'none',
      ADMIN_PASSWORD: 'administrators password',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const hear = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close')
  const serving: KeptTrial['serving'] = () => JSON.parse(readFileSync(notes, 'utf8'))
  const notes = join(env.DATA_DIR, 'update/serving.json')
  while (!/ is open at http/.test(output) || !existsSync(notes)) {
    if (child.exitCode !== null) throw new Error(output)
    await delay(20)
  }
  return {
    child,
    output: () => output,
    serving,
    handOverTo: async (from) => {
      const since = Math.max(Date.now(), serving().at + 1) // the note before may be of this millisecond
      writeFileSync(join(env.DATA_DIR, 'update/wanted.json'), JSON.stringify({ from }))
      child.kill('SIGUSR2')
      while (serving().at < since) await delay(20)
      const { failure } = serving()
      if (failure !== undefined) throw new Error(`${failure}\n${output}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}
