import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Outcome } from '../../sandbox/decide-payment.ts'
import type { Method } from '../../sandbox/entities.ts'
import type { Fault, WebhookMode } from '../../sandbox/faults.ts'
import { openJournal } from '../../sandbox/journal.ts'
import type { CheckoutReply } from '../../sandbox/pay-order.ts'
import { openStore, type Store } from '../../sandbox/store.ts'

/** The Razorpay stand-in in a process of its own, which outlives the academy that is killed. */
export interface Provider {
  url: string
  /** Null when the provider refuses, e.g. because the order is paid. */
  pay(razorpayOrderId: string, attempt: Attempt): Promise<CheckoutReply | null>
  /** Something done by a bank, at the dashboard or by a forger, e.g. `payments/pay_1/capture`. False when refused. */
  act(path: string, body?: Record<string, unknown>): Promise<boolean>
  addFault(fault: Fault): Promise<void>
  /** Ends all faults and resolves to those that had not struck yet. */
  clearFaults(): Promise<Fault[]>
  /** Its own books, read from its journal. */
  readBooks(): Store
  stop(): Promise<void>
}

export interface Attempt {
  method: Method
  outcome: Outcome
  webhook: WebhookMode
  /** In paise. */
  amount?: number
}

interface ProviderOptions {
  port: number
  dataDir: string
  academyUrl: string
  keys: Record<string, string>
}

const root = new URL('../..', import.meta.url)

export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      SANDBOX_PORT: String(options.port),
      DATA_DIR: options.dataDir,
      PUBLIC_URL: options.academyUrl,
      ...options.keys,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [told] = await Promise.race([once(child, 'message'), failOnExit(child)])
  if ('failure' in told) throw new Error(told.failure)
  const url = `http://127.0.0.1:${options.port}`

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${url}/sandbox/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    if (answer.status >= 500) throw new Error(`The stand-in failed: ${await answer.text()}`)
    return answer
  }

  return {
    url,
    async pay(razorpayOrderId, attempt) {
      const answer = await send('POST', `orders/${razorpayOrderId}/pay`, attempt)
      // The stand-in's own answer to the call: nothing foreign to parse.
      return answer.ok ? ((await answer.json()) as CheckoutReply) : null
    },
    async act(path, body = {}) {
      const answer = await send('POST', path, body)
      await answer.body?.cancel()
      return answer.ok
    },
    async addFault(fault) {
      const answer = await send('POST', 'faults', fault)
      await answer.body?.cancel()
    },
    async clearFaults() {
      const left = (await (await send('GET', 'faults')).json()) as Fault[]
      await send('DELETE', 'faults')
      return left
    },
    readBooks: () => openStore(openJournal(options.dataDir)),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function failOnExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`The stand-in does not start (exit code ${code})`)
}
