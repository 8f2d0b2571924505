import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createRazorpayClient, type RazorpayClient } from '../src/integrations/razorpay/client.ts'
import type { StandInSettings } from './stand-in.ts'
import { type RunningStandIn, startStandIn } from './start-stand-in.ts'

export const keyId = 'rzp_test_key'
export const keySecret = 'key-secret'
export const webhookSecret = 'webhook-secret'

/** For calls that the client does not know. */
export const apiHeaders = {
  authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
  'content-type': 'application/json',
}

export interface ReceivedWebhook {
  event: string
  id: string
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

export interface TestStandIn {
  standIn: RunningStandIn
  client: RazorpayClient
  dataDir: string
  /** Where the academy takes webhooks. */
  webhookUrl: string
  /** What came in, oldest first; also what was answered with an error. */
  received: ReceivedWebhook[]
  /** The statuses the academy answers webhooks with, one after the other; then always 200. */
  answers: number[]
  settings: Partial<StandInSettings>
  post: (path: string, body?: unknown) => Promise<unknown>
  get: (path: string) => Promise<unknown>
  makePaidOrder: (
    body?: unknown,
  ) => Promise<{ orderId: string; paymentId: string; signature: string }>
}

/** Long enough for a busy machine; nothing waits longer than it must. */
export const patience = { timeout: 60_000, interval: 10 }

const replySchema = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
})

/** A stand-in over HTTP with an academy that takes its webhooks; both end with the test. */
export async function openTestStandIn(
  settings: Partial<StandInSettings> = {},
): Promise<TestStandIn> {
  const received: ReceivedWebhook[] = []
  const answers: number[] = []
  const academy = await listen((webhook) => {
    received.push(webhook)
    return answers.shift() ?? 200
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'razorpay-'))
  onTestFinished(async () => {
    academy.server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  return open({ dataDir, webhookUrl: academy.url, received, answers, settings })
}

/** Stops the stand-in and starts another with what it held, for the same academy. */
export async function restart(opened: TestStandIn): Promise<TestStandIn> {
  await opened.standIn.close()
  return open(opened)
}

async function open(
  given: Pick<TestStandIn, 'dataDir' | 'webhookUrl' | 'received' | 'answers' | 'settings'>,
): Promise<TestStandIn> {
  const standIn = await startStandIn({
    host: '127.0.0.1',
    port: 0,
    dataDir: given.dataDir,
    keyId,
    keySecret,
    webhookSecret,
    webhookUrl: given.webhookUrl,
    log: pino({ level: 'silent' }),
    firstRetryInMs: 10,
    lateByInMs: 60,
    ...given.settings,
  })
  onTestFinished(() => standIn.close())
  const client = createRazorpayClient({
    keys: { keyId, keySecret },
    provider: { apiUrl: standIn.url },
    timeoutInMs: 60_000,
  })
  const post = (path: string, body?: unknown) => ask(standIn, 'POST', path, body)
  return {
    ...given,
    standIn,
    client,
    post,
    get: (path) => ask(standIn, 'GET', path),
    async makePaidOrder(body) {
      const order = await makeOrder(client)
      const reply = replySchema.parse(await post(`/sandbox/orders/${order.id}/pay`, body))
      return {
        orderId: reply.razorpay_order_id,
        paymentId: reply.razorpay_payment_id,
        signature: reply.razorpay_signature,
      }
    },
  }
}

export function makeOrder(client: RazorpayClient, amountInPaise = 499_900) {
  return client.createOrder({ amountInPaise, currency: 'INR', receipt: 'receipt-1' })
}

/** Waits until exactly these events have come in, in this order. */
export function waitForEvents({ received }: TestStandIn, events: string[]): Promise<void> {
  return vi.waitFor(() => {
    const names = received.map(({ event }) => event)
    if (names.join() !== events.join()) throw new Error(`received: ${names.join(', ')}`)
  }, patience)
}

async function ask(
  standIn: RunningStandIn,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${standIn.url}${path}`, {
    method,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return response.json()
}

async function listen(
  take: (webhook: ReceivedWebhook) => number,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks)
      const { event } = z.object({ event: z.string() }).parse(JSON.parse(rawBody.toString()))
      const id = String(request.headers['x-razorpay-event-id'])
      response.writeHead(take({ event, id, headers: request.headers, rawBody })).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { server, url: `http://127.0.0.1:${port}/api/payment/webhook` }
}
