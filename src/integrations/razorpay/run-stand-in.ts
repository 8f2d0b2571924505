import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { StartError } from '../../platform/start-error.ts'

export interface RunningStandIn {
  url: string
  stop(): Promise<void>
}

interface StandInOptions {
  host: string
  port: number
  dataDir: string
  publicUrl: string
  keyId: string
  keySecret: string
  webhookSecret: string
  /** That of another version serves there still: ours begins when it ends. */
  waits: boolean
  /** It is needed no more, even before it has answered. */
  stopping: AbortSignal
}

const told = z.union([z.object({ url: z.url() }), z.object({ failure: z.string() })])

/** Starts the stand-in as a program of its own, as the real provider would be. */
export async function runStandIn(options: StandInOptions): Promise<RunningStandIn> {
  options.stopping.throwIfAborted()
  const child = fork(fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // What ends our whole process group leaves it to us: a provider does not end in the middle of our stop.
    detached: true,
    env: {
      ...process.env,
      SANDBOX_WAITS: options.waits ? '1' : undefined,
      SANDBOX_HOST: options.host,
      SANDBOX_PORT: String(options.port),
      DATA_DIR: options.dataDir,
      PUBLIC_URL: options.publicUrl,
      RAZORPAY_KEY_ID: options.keyId,
      RAZORPAY_KEY_SECRET: options.keySecret,
      RAZORPAY_WEBHOOK_SECRET: options.webhookSecret,
    },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = (): void => void child.kill('SIGTERM')
  options.stopping.addEventListener('abort', end)
  const answered = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      const heard = told.parse(message)
      if ('url' in heard) resolve(heard.url)
      else reject(new StartError(`The payment sandbox cannot start: ${heard.failure}`))
    })
    child.once('exit', (code) =>
      reject(new Error(`The Razorpay stand-in ended with ${code} before it answered.`)),
    )
  })
  if (options.waits) answered.catch(() => undefined)
  const url = options.waits ? urlOf(options) : await answered
  options.stopping.removeEventListener('abort', end) // from now on it serves until it is closed
  return {
    url,
    stop: async () => {
      end()
      await ended
    },
  }
}

function urlOf({ host, port }: StandInOptions): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
