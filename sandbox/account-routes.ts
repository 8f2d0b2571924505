import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readBalance, withBalance } from './balance.ts'
import type { Clock } from './clock.ts'
import type { Deliveries } from './deliver-webhooks.ts'
import { invalidInput } from './request-error.ts'
import type { StandIn } from './stand-in.ts'
import type { Store } from './store.ts'

const yearInSeconds = 366 * 24 * 60 * 60
const clockSchema = z.object({ advance_in_seconds: z.int().min(1).max(yearInSeconds) })
const balanceSchema = z.object({ amount: z.int().nullable() })

/** What concerns the account as a whole: its time, its money, its webhook. */
export function registerAccountRoutes(app: FastifyInstance, standIn: StandIn): void {
  const { store, clock, deliveries } = standIn

  app.get('/clock', () => showClock(clock))
  app.post('/clock', ({ body }) => {
    const byInMs = clockSchema.parse(body).advance_in_seconds * 1000
    const clock_ahead_in_ms = clock.aheadInMs() + byInMs
    store.commit({ account: { ...store.account, clock_ahead_in_ms } })
    clock.advance(byInMs)
    return showClock(clock)
  })

  app.get('/balance', () => ({ amount: readBalance(store) }))
  app.post('/balance', ({ body }) => {
    store.commit({ account: withBalance(store, balanceSchema.parse(body).amount) })
    return { amount: readBalance(store) }
  })

  app.get('/webhooks/state', () => showWebhookState(store, deliveries))
  app.post('/webhooks/disable', () => {
    deliveries.disable()
    return showWebhookState(store, deliveries)
  })
  app.post('/webhooks/enable', () => {
    deliveries.enable()
    return showWebhookState(store, deliveries)
  })

  /** The dashboard's replay: the same event id and bytes once more. */
  app.post<{ Params: { id: string } }>('/webhooks/:id/redeliver', ({ params }) => {
    const delivery = store.deliveries.get(params.id)
    if (!delivery) throw invalidInput('The id provided does not exist')
    if (store.account.webhook.disabled_at_in_ms !== null)
      throw invalidInput('The webhook is disabled. Enable it first.')
    const again = { ...delivery, state: 'waiting' as const, owed: 1, next_attempt_at_in_ms: 0 }
    store.commit({ deliveries: [again] })
    deliveries.schedule([params.id])
    return again
  })
}

function showClock(clock: Clock) {
  return {
    now: new Date(clock.nowInMs()).toISOString(),
    ahead_in_seconds: Math.round(clock.aheadInMs() / 1000),
  }
}

function showWebhookState({ account }: Store, deliveries: Deliveries) {
  const { disabled_at_in_ms, failing_since_in_ms } = account.webhook
  return {
    url: deliveries.webhookUrl(),
    state: disabled_at_in_ms === null ? 'enabled' : 'disabled',
    disabled_at: showTime(disabled_at_in_ms),
    failing_since: showTime(failing_since_in_ms),
  }
}

function showTime(timeInMs: number | null): string | null {
  return timeInMs === null ? null : new Date(timeInMs).toISOString()
}
