import type { Logger } from 'pino'
import { signWebhook } from '../src/integrations/razorpay/signatures.ts'
import type { Clock } from './clock.ts'
import { type Account, type Delivery, newAccount, type WebhookEvent } from './entities.ts'
import type { Change, Store } from './store.ts'

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
  webhookUrl(): string
  /** Nothing is sent any more, not even what waits, until somebody enables it again. */
  disable(): void
  /** What is told from now on is sent again. What was missed stays missed, unless replayed. */
  enable(): void
  stop(): void
}

interface DeliverySettings {
  webhookUrl: string
  webhookSecret: string
  firstRetryInMs: number
  log: Log
}

const answerLimitInMs = 5_000
const dayInMs = 24 * 60 * 60 * 1000
const longestRetryInMs = 60 * 60 * 1000
const sentAtOnce = 8

/**
 * Posts events until they are answered 2xx within five seconds, with exponential back-off, for 24
 * hours. If nothing is taken for 24 hours, the webhook is disabled. Events of one order go one after
 * the other, others side by side.
 */
export function createDeliveries(
  store: Store,
  clock: Clock,
  settings: DeliverySettings,
): Deliveries {
  const lanes = new Map<string, Promise<void>>()
  const waitForSlot = createSlots(sentAtOnce)
  let webhookUrl = settings.webhookUrl
  let isStopped = false

  function schedule(eventIds: string[]): void {
    for (const id of eventIds) {
      const delivery = store.deliveries.get(id)
      if (delivery?.state !== 'waiting' || isStopped) continue
      clock.at(delivery.next_attempt_at_in_ms ?? 0, () => enqueue(id))
    }
  }

  function enqueue(id: string): void {
    const lane = store.events.get(id)?.order_id ?? id
    const turn = (lanes.get(lane) ?? Promise.resolve())
      .then(() => attempt(id))
      .catch((error: unknown) => settings.log.error({ err: error }, 'a webhook could not be sent'))
      .finally(() => {
        if (lanes.get(lane) === turn) lanes.delete(lane)
      })
    lanes.set(lane, turn)
  }

  async function attempt(id: string): Promise<void> {
    const event = store.events.get(id)
    const free = await waitForSlot()
    try {
      if (!event || isStopped || !isDue(store.deliveries.get(id), clock)) return
      const result = await post(webhookUrl, event, settings.webhookSecret)
      const delivery = store.deliveries.get(id)
      if (!delivery || isStopped) return
      noteAttempt(event, delivery, result)
    } finally {
      free()
    }
    schedule([id])
  }

  function noteAttempt(event: WebhookEvent, delivery: Delivery, result: PostResult): void {
    const nowInMs = clock.nowInMs()
    const after = afterAttempt(delivery, event, result, { ...settings, nowInMs })
    // A forger's deliveries are not the webhook's.
    const webhook = event.is_forged ? store.account.webhook : afterResult(result, nowInMs)
    if (webhook.disabled_at_in_ms !== null && store.account.webhook.disabled_at_in_ms === null) {
      settings.log.warn('the webhook is disabled after 24 hours of failures')
      store.commit(giveUp(webhook, after))
      return
    }
    const isNews = webhook !== store.account.webhook
    store.commit({ deliveries: [after], ...(isNews && { account: { ...store.account, webhook } }) })
  }

  function afterResult(result: PostResult, nowInMs: number): Account['webhook'] {
    const { webhook } = store.account
    const { failing_since_in_ms: since, disabled_at_in_ms } = webhook
    if (isTaken(result)) return since === null ? webhook : { ...webhook, failing_since_in_ms: null }
    if (since === null) return { ...webhook, failing_since_in_ms: nowInMs }
    if (disabled_at_in_ms !== null || nowInMs - since < dayInMs) return webhook
    return { ...webhook, disabled_at_in_ms: nowInMs }
  }

  /** Disabled, with all that waits given up; `last` is a delivery that is newer than the store. */
  function giveUp(webhook: Account['webhook'], last?: Delivery): Change {
    const deliveries = Array.from(store.deliveries.values(), (delivery) =>
      delivery.event_id === last?.event_id ? last : delivery,
    )
    return {
      account: { ...store.account, webhook },
      deliveries: deliveries
        .filter((delivery) => delivery === last || isHeldBack(delivery))
        .map((delivery) =>
          isHeldBack(delivery)
            ? { ...delivery, state: 'given_up' as const, next_attempt_at_in_ms: null }
            : delivery,
        ),
    }
  }

  function isHeldBack({ state, event_id }: Delivery): boolean {
    return state === 'waiting' && !store.events.get(event_id)?.is_forged
  }

  /** While the stand-in was away nothing could fail, so that time does not count. */
  function forgetTimeAway(): void {
    const { webhook } = store.account
    if (webhook.failing_since_in_ms === null) return
    const lastAttemptAtInMs = Array.from(store.deliveries.values())
      .flatMap(({ attempts }) => attempts)
      .reduce((last, { at }) => Math.max(last, Date.parse(at)), webhook.failing_since_in_ms)
    const awayInMs = Math.max(0, clock.nowInMs() - lastAttemptAtInMs)
    const failing_since_in_ms = webhook.failing_since_in_ms + awayInMs
    store.account = { ...store.account, webhook: { ...webhook, failing_since_in_ms } }
  }

  function enqueueSoon(delivery: Delivery): void {
    const soon = clock.nowInMs() + settings.firstRetryInMs
    const next_attempt_at_in_ms = Math.min(delivery.next_attempt_at_in_ms ?? soon, soon)
    store.deliveries.set(delivery.event_id, { ...delivery, next_attempt_at_in_ms })
    schedule([delivery.event_id])
  }

  return {
    schedule,
    resume() {
      forgetTimeAway()
      for (const delivery of store.deliveries.values())
        if (delivery.state === 'waiting') enqueueSoon(delivery)
    },
    deliverTo(url) {
      webhookUrl = url
    },
    webhookUrl: () => webhookUrl,
    disable() {
      if (store.account.webhook.disabled_at_in_ms !== null) return
      store.commit(giveUp({ ...store.account.webhook, disabled_at_in_ms: clock.nowInMs() }))
    },
    enable() {
      const { webhook } = newAccount
      store.commit({ account: { ...store.account, webhook } })
    },
    stop() {
      isStopped = true
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

function isDue(delivery: Delivery | undefined, clock: Clock): boolean {
  return delivery?.state === 'waiting' && (delivery.next_attempt_at_in_ms ?? 0) <= clock.nowInMs()
}

function isTaken({ status }: PostResult): boolean {
  return status !== null && status >= 200 && status < 300
}

function afterAttempt(
  delivery: Delivery,
  event: WebhookEvent,
  result: PostResult,
  { firstRetryInMs, nowInMs }: { firstRetryInMs: number; nowInMs: number },
): Delivery {
  const attempts = [...delivery.attempts, { at: new Date(nowInMs).toISOString(), ...result }]
  const owed = isTaken(result) ? delivery.owed - 1 : delivery.owed
  if (owed <= 0)
    return { ...delivery, attempts, owed, state: 'delivered', next_attempt_at_in_ms: null }
  if (isTaken(result)) return { ...delivery, attempts, owed, next_attempt_at_in_ms: nowInMs }
  const isTooOld = nowInMs - event.created_at_in_ms >= dayInMs
  if (event.is_forged || isTooOld)
    return { ...delivery, attempts, state: 'given_up', next_attempt_at_in_ms: null }
  const backOffInMs = Math.min(longestRetryInMs, firstRetryInMs * 2 ** delivery.attempts.length)
  return { ...delivery, attempts, next_attempt_at_in_ms: nowInMs + backOffInMs }
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
