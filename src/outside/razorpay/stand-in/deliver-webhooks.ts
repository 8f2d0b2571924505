import type { Logger } from 'pino'
import { signWebhook } from '../signatures.ts'
import type { Books } from './books.ts'
import type { Delivery, WebhookEvent } from './entities.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export interface Deliveries {
  /** Sends what waits for these events, at the time each one is due. */
  schedule(eventIds: string[]): void
  /**
   * Takes up what waited before a restart. An academy that was away is told as soon as both are
   * back, not at the end of the back-off.
   */
  resume(): void
  /** Sends from now on to another address. */
  deliverTo(webhookUrl: string): void
  stop(): void
}

interface DeliverySettings {
  webhookUrl: string
  webhookSecret: string
  firstRetryInMs: number
  log: Log
}

const answerLimitInMs = 5_000
const giveUpAfterInMs = 24 * 60 * 60 * 1000
const longestRetryInMs = 60 * 60 * 1000
const sentAtOnce = 8

/**
 * Posts events until they are answered 2xx within five seconds, with exponential back-off, for 24
 * hours. Events of one order go one after the other, others side by side.
 */
export function createDeliveries(books: Books, settings: DeliverySettings): Deliveries {
  const timers = new Set<NodeJS.Timeout>()
  const lanes = new Map<string, Promise<void>>()
  const waitForSlot = createSlots(sentAtOnce)
  let webhookUrl = settings.webhookUrl
  let isStopped = false

  function schedule(eventIds: string[]): void {
    for (const id of eventIds) {
      const delivery = books.deliveries.get(id)
      if (delivery?.state !== 'waiting' || isStopped) continue
      const waitInMs = (delivery.next_attempt_at_in_ms ?? 0) - Date.now()
      if (waitInMs <= 0) {
        enqueue(id)
        continue
      }
      // Timers may fire a millisecond early by this clock, and what is not due is not sent.
      const timer = setTimeout(() => {
        timers.delete(timer)
        enqueue(id)
      }, waitInMs + 2)
      timer.unref()
      timers.add(timer)
    }
  }

  function enqueue(id: string): void {
    const lane = books.events.get(id)?.order_id ?? id
    const turn = (lanes.get(lane) ?? Promise.resolve())
      .then(() => attempt(id))
      .catch((error: unknown) => settings.log.error({ err: error }, 'a webhook could not be sent'))
      .finally(() => {
        if (lanes.get(lane) === turn) lanes.delete(lane)
      })
    lanes.set(lane, turn)
  }

  async function attempt(id: string): Promise<void> {
    const event = books.events.get(id)
    const free = await waitForSlot()
    try {
      if (!event || isStopped || !isDue(books.deliveries.get(id))) return
      const result = await post(webhookUrl, event, settings.webhookSecret)
      const delivery = books.deliveries.get(id)
      if (!delivery || isStopped) return
      books.commit({ deliveries: [afterAttempt(delivery, event, result, settings)] })
    } finally {
      free()
    }
    schedule([id])
  }

  function enqueueSoon(delivery: Delivery): void {
    const soon = Date.now() + settings.firstRetryInMs
    const next_attempt_at_in_ms = Math.min(delivery.next_attempt_at_in_ms ?? soon, soon)
    books.deliveries.set(delivery.event_id, { ...delivery, next_attempt_at_in_ms })
    schedule([delivery.event_id])
  }

  return {
    schedule,
    resume() {
      for (const delivery of books.deliveries.values())
        if (delivery.state === 'waiting') enqueueSoon(delivery)
    },
    deliverTo(url) {
      webhookUrl = url
    },
    stop() {
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

interface PostResult {
  status: number | null
  error: string | null
}

async function post(url: string, event: WebhookEvent, secret: string): Promise<PostResult> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': event.id,
        'x-razorpay-signature': signWebhook({
          rawBody: event.body,
          secret: event.is_forged ? `not-${secret}` : secret,
        }),
      },
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerLimitInMs),
    })
    await response.body?.cancel()
    return { status: response.status, error: null }
  } catch (error) {
    return { status: null, error: error instanceof Error ? describe(error) : String(error) }
  }
}

function describe(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message
}

function isDue(delivery: Delivery | undefined): boolean {
  return delivery?.state === 'waiting' && (delivery.next_attempt_at_in_ms ?? 0) <= Date.now()
}

function afterAttempt(
  delivery: Delivery,
  event: WebhookEvent,
  result: PostResult,
  { firstRetryInMs }: DeliverySettings,
): Delivery {
  const attempts = [...delivery.attempts, { at: new Date().toISOString(), ...result }]
  const isTaken = result.status !== null && result.status >= 200 && result.status < 300
  const owed = isTaken ? delivery.owed - 1 : delivery.owed
  if (owed <= 0)
    return { ...delivery, attempts, owed, state: 'delivered', next_attempt_at_in_ms: null }
  if (isTaken) return { ...delivery, attempts, owed, next_attempt_at_in_ms: Date.now() }
  const isTooOld = Date.now() - event.created_at_in_ms > giveUpAfterInMs
  if (event.is_forged || isTooOld)
    return { ...delivery, attempts, state: 'given_up', next_attempt_at_in_ms: null }
  const backOffInMs = Math.min(longestRetryInMs, firstRetryInMs * 2 ** delivery.attempts.length)
  return { ...delivery, attempts, next_attempt_at_in_ms: Date.now() + backOffInMs }
}

/** At most so many at a time; the others wait in line. */
function createSlots(count: number): () => Promise<() => void> {
  const line: (() => void)[] = []
  let free = count
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => line.push(resolve))
    return () => {
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}
