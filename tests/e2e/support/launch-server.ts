import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const timeoutInMs = 20_000

/** Runs the built product until `stop`, which fails if it failed at anything meanwhile. */
export async function launchServer(
  env: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    // With a channel to us, it stops by itself should this run be killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (/ is open at http/.test(output)) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  return {
    stop: async () => {
      child.kill('SIGTERM')
      const patience = setTimeout(() => child.kill('SIGKILL'), timeoutInMs)
      const [code] = await ended
      clearTimeout(patience)
      if (code !== 0) throw new Error(`The server did not stop cleanly (${code}):\n${output}`)
      const failures = output.split('\n').filter((line) => /"level":[56]0/.test(line))
      if (failures.length > 0) throw new Error(`The server failed:\n${failures.join('\n')}`)
    },
  }
}
