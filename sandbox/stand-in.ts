import type { Clock } from './clock.ts'
import type { Deliveries, Log } from './deliver-webhooks.ts'
import { type Delivery, makeId } from './entities.ts'
import type { Faults, WebhookMode } from './faults.ts'
import type { Change, Store } from './store.ts'
import { type NewEvent, writeEnvelope } from './webhook-envelope.ts'

export interface StandInSettings {
  host: string
  /** 0 takes any free port. */
  port: number
  dataDir: string
  keyId: string
  keySecret: string
  webhookSecret: string
  webhookUrl: string
  log: Log
  /** Wait before the second attempt at a webhook; doubles each time. One second by default. */
  firstRetryInMs?: number
  /** How late a `late` webhook is. Three seconds by default. */
  lateByInMs?: number
  /** How long an authorised payment waits for its capture, from its making. Three days. */
  authorizationExpiryInMinutes?: number
  /** When a refund that is to fail later does. After two days. */
  refundFailsAfterInMs?: number
  /** More calls of the API than that are answered by 429; so many may come at once. 500. */
  requestsPerSecond?: number
}

/** What every route works with. */
export interface StandIn {
  store: Store
  faults: Faults
  deliveries: Deliveries
  clock: Clock
  settings: Required<StandInSettings>
}

/**
 * Keeps a step and the webhooks that tell of it as one, then sends those. `mode` says how; left
 * out, the faults do. Returns the ids of the events.
 */
export function record(
  { store, faults, deliveries, clock, settings }: StandIn,
  change: Change,
  newEvents: NewEvent[],
  mode?: WebhookMode,
): string[] {
  const how = newEvents.length === 0 ? 'now' : chooseMode(mode, faults)
  const told = how === 'reordered' ? newEvents.toReversed() : newEvents
  const now = clock.nowInMs()
  const events = told.map((newEvent) => ({
    id: makeId(),
    event: newEvent.event,
    order_id: newEvent.payment.order_id,
    payment_id: newEvent.payment.id,
    created_at_in_ms: now,
    body: writeEnvelope(newEvent, clock.nowInSeconds()),
    is_forged: how === 'forged',
  }))
  const pending = events.map(({ id }) => ({
    event_id: id,
    state: chooseState(how, store),
    owed: how === 'twice' ? 2 : 1,
    next_attempt_at_in_ms: how === 'late' ? now + settings.lateByInMs : now,
    attempts: [],
  }))
  store.commit({ ...change, ...(events.length > 0 && { events, deliveries: pending }) })
  const ids = events.map(({ id }) => id)
  deliveries.schedule(ids)
  return ids
}

/** A forger does not care whether the webhook is disabled. */
function chooseState(mode: WebhookMode, { account }: Store): Delivery['state'] {
  if (mode === 'never') return 'dropped'
  const isDisabled = account.webhook.disabled_at_in_ms !== null
  return isDisabled && mode !== 'forged' ? 'not_sent' : 'waiting'
}

function chooseMode(mode: WebhookMode | undefined, faults: Faults): WebhookMode {
  const fault = faults.strikeWebhooks()
  // Dropped webhooks stay dropped, whatever the step asked for.
  if (fault === 'never') return 'never'
  return mode ?? fault ?? 'now'
}
